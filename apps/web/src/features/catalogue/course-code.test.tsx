import type { CodeRefusal } from '@apogee/contracts/pricing/pricing.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { cartCode, setCartCode } from '#web/shared/buying/cart-code.ts'
import { clearCart } from '#web/shared/buying/cart.ts'
import { aisyah } from '#web/testing/people.ts'
import { quoteOf, quotes } from '#web/testing/quotes.ts'
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

describe('a code goes along into the cart', () => {
  beforeEach(() => {
    clearCart()
    setCartCode('')
  })

  /** Each code takes its own amount off every course. */
  const answerWith = (discounts: Readonly<Record<string, number>>) =>
    answer('quotePrices', ({ body }) => {
      const code = (body as { code?: string }).code?.toUpperCase() ?? ''
      const offers = [{ courseId: 5, list: 24_900, couponDiscount: discounts[code] ?? 0 }]
      return quoteOf(body, offers, { code, refusal: code in discounts ? null : 'unknown' })
    })
  const addWith = async (discounts: Readonly<Record<string, number>>) => {
    answerSales()
    answerWith(discounts)
    const page = await renderRoute('/sp/5/?code=raya50', { user: aisyah })
    const purchase = await panel()
    await purchase.findByText('RAYA50 is applied')
    await page.press.click(await purchase.findByRole('button', { name: 'Add to Cart' }))
    return page
  }

  test('the applied code of the sales page is the code of the cart, whose total has it', async () => {
    const page = await addWith({ RAYA50: 5000 })
    expect(await screen.findByText('RAYA50 is applied to your cart.')).toBeTruthy()
    page.unmount()
    await renderRoute('/cart', { user: aisyah })
    const summary = within(await screen.findByRole('region', { name: 'Summary' }))
    expect(await summary.findByText('RAYA50 is applied')).toBeTruthy()
    await waitFor(() => expect(summary.getAllByText('RM 199.00').length).toBeGreaterThan(0))
  })

  test.each([
    ['a better code of the cart stays', 'BIG', 9000, 'BIG', 'BIG stays in your cart, because RAYA50 would'],
    [
      'a worse code of the cart is replaced',
      'TINY',
      100,
      'RAYA50',
      'RAYA50 is applied to your cart instead of',
    ],
  ])('%s, and the page says so', async (_, before, discount, kept, sentence) => {
    setCartCode(before)
    await addWith({ RAYA50: 5000, [before]: discount })
    expect(await screen.findByText(sentence, { exact: false })).toBeTruthy()
    expect(cartCode()).toBe(kept)
  })

  test('a code of the cart that is no longer valid is replaced', async () => {
    setCartCode('GONE')
    await addWith({ RAYA50: 5000 })
    expect(await screen.findByText(/instead of GONE/)).toBeTruthy()
    expect(cartCode()).toBe('RAYA50')
  })

  test('without an answer about both codes the code of the cart stays, and the page says so', async () => {
    setCartCode('MINE')
    answerSales()
    answerWith({ RAYA50: 5000 })
    const { press } = await renderRoute('/sp/5/?code=raya50', { user: aisyah })
    const purchase = await panel()
    const button = await purchase.findByRole('button', { name: 'Add to Cart' })
    await purchase.findByText('RAYA50 is applied')
    breakNetwork('quotePrices')
    await press.click(button)
    expect(
      await screen.findByText('MINE stays in your cart. RAYA50 could not be compared with it.'),
    ).toBeTruthy()
    expect(cartCode()).toBe('MINE')
  })
})
