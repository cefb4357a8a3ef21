import type { CodeRefusal } from '@apogee/contracts/pricing/pricing.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { quotes } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const panel = async () => within(await screen.findByRole('complementary', { name: 'Purchase' }))
const answerSales = () => answer('courseSales', { success: true, data: aSalesInfo() })
const answerQuote = (refusal: CodeRefusal | null) =>
  quotes([{ courseId: 5, list: 24_900, couponDiscount: 5000 }], { code: 'RAYA50', refusal })
const recordPurchases = () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  return recordCalls('payForCourse', {
    success: true,
    payment_url: 'https://gate.example/p/1',
    purchase_id: 'purchase-0123456789',
  })
}

test('a link with a code shows the reduced price, and Buy Now pays it', async () => {
  answerSales()
  answerQuote(null)
  const calls = recordPurchases()
  const { press } = await renderRoute('/sp/5/?code=raya50', { user: aisyah })
  const purchase = await panel()
  expect(await purchase.findByText('RAYA50 is applied')).toBeTruthy()
  expect(purchase.getByText('199.00', { exact: false }).textContent).toBe('RM 199.00 List price RM 249.00')
  await press.click(await purchase.findByRole('button', { name: 'Buy Now' }))
  await waitFor(() =>
    expect(calls[0]).toMatchObject({
      query: { offers: '5.19900.all.none' },
      body: { courseId: 5, userId: 7, code: 'RAYA50' },
    }),
  )
})

test.each([
  ['unknown', 'This code does not exist. Check how it is spelled.'],
  ['expired', 'This code has expired.'],
  ['other_courses', 'This code does not apply to this course.'],
] as const)(
  'a code that is refused as %s says why, and Buy Now pays the full price',
  async (refusal, reason) => {
    answerSales()
    answerQuote(refusal)
    const calls = recordPurchases()
    const { press } = await renderRoute('/sp/5/?code=raya50', { user: aisyah })
    const purchase = await panel()
    expect(await purchase.findByText(reason)).toBeTruthy()
    await press.click(await purchase.findByRole('button', { name: 'Buy Now' }))
    await waitFor(() =>
      expect(calls[0]).toMatchObject({
        query: { offers: '5.24900.all.none' },
        body: { courseId: 5, userId: 7 },
      }),
    )
  },
)

test('without an answer about the code the page says so, and Buy Now pays the full price', async () => {
  answerSales()
  breakNetwork('quotePrices')
  const calls = recordPurchases()
  const { press } = await renderRoute('/sp/5/?code=raya50', { user: aisyah })
  const purchase = await panel()
  expect(
    await purchase.findByText('The code could not be checked. Prices are shown without it.'),
  ).toBeTruthy()
  await press.click(await purchase.findByRole('button', { name: 'Buy Now' }))
  await waitFor(() =>
    expect(calls[0]).toMatchObject({
      query: { offers: '5.24900.all.none' },
      body: { courseId: 5, userId: 7 },
    }),
  )
})

test('a typed code moves into the address, and removing it brings the full price back', async () => {
  answerSales()
  answerQuote(null)
  const page = await renderRoute('/sp/5/', { user: aisyah })
  const purchase = await panel()
  await page.press.click(await purchase.findByRole('button', { name: 'Have a discount code?' }))
  await page.press.type(purchase.getByLabelText('Discount code'), 'raya50')
  await page.press.click(purchase.getByRole('button', { name: 'Apply' }))
  expect(await purchase.findByText('RAYA50 is applied')).toBeTruthy()
  expect(page.address()).toBe('/sp/5/?code=raya50')
  await page.press.click(purchase.getByRole('button', { name: 'Remove the code RAYA50' }))
  await waitFor(() => expect(purchase.queryByText('199.00', { exact: false })).toBeNull())
  expect(page.address()).toBe('/sp/5/')
})

test('signing in to buy returns to the sales page with the code', async () => {
  answerSales()
  answerQuote(null)
  const page = await renderRoute('/sp/5/?code=raya50')
  const purchase = await panel()
  await purchase.findByText('RAYA50 is applied')
  await page.press.click(await purchase.findByRole('button', { name: 'Buy Now' }))
  expect(page.address()).toBe('/login?redirect=%2Fcourse%2F5%2Fsales%3Fcode%3Draya50')
})
