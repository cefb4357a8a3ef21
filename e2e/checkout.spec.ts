/** Tests prices, codes and receipts from the cart to the receipt, with a seller of its own. */
import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect, open, test } from './support/journey.ts'
import { payByCard, expectPaymentPage } from './support/payment-page.ts'
import { as, signInAs, newEmail, newLearner, newPassword } from './support/people.ts'
import { putIntoCart } from './support/school.ts'

/** Creates a business with one course of RM 200.00 with 8 % SST contained, and a code of 10 %. */
async function ownSeller(request: APIRequestContext) {
  const mark = randomBytes(3).toString('hex').toUpperCase()
  const send = async (method: 'post' | 'put', path: string, data: object, token?: string) => {
    const answer = await request[method](`/api${path}`, { data, ...(token && as({ token })) })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return ((await answer.json()) as { data: { token: string; id: number; title: string } }).data
  }
  const { token } = await send('post', '/auth/admin/register', {
    name: 'Hafiz Omar',
    email: newEmail('seller'),
    password: newPassword,
    businessName: `Kedah Crafts ${mark}`,
    businessEmail: newEmail('office'),
    businessPhone: '+60 4 555 1234',
    businessAddress: '2 Jalan Langgar, Alor Setar',
  })
  const course = await send(
    'post',
    '/courses',
    { title: `Songket by Hand ${mark}`, description: 'From thread to cloth.', price: 20_000 },
    token,
  )
  await send('put', '/rates/tax', { taxBasisPoints: 800 }, token)
  const code = `SONGKET-${mark}`
  await send('post', '/coupons', { code, percentBasisPoints: 1000 }, token)
  return {
    code,
    course: { ...course, price: 20_000, description: '', image: '' },
    setPrice: (price: number) => send('put', `/courses/${course.id}`, { price }, token),
  }
}

// Chromium logs every refused call to its console, so this error is expected.
test.use({ expectedComplaints: /409 \(Conflict\).*\/api\/payments\/bulk/ })

test('a purchase with a code, a price that changes at the last moment, stored details and a receipt', async ({
  page,
  request,
}) => {
  const { code, course, setPrice } = await ownSeller(request)
  const learner = await newLearner(request)
  await signInAs(page, learner)
  await putIntoCart(page, [course])
  const amount = (term: string) => page.locator('dt', { hasText: term }).locator('+ dd').first()

  await test.step('the cart applies the code and shows the tax', async () => {
    await open(page, '/cart')
    await page.getByRole('button', { name: 'Have a discount code?' }).click()
    await page.getByLabel('Discount code').fill(code.toLowerCase())
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(`${code} is applied`)).toBeVisible()
    await expect(amount('Subtotal')).toHaveText('RM 200.00')
    await expect(amount(`Code ${code}`)).toHaveText('−RM 20.00')
    await expect(amount('SST included')).toHaveText('RM 13.33')
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  })

  await test.step('a price that rises meanwhile is confirmed before payment', async () => {
    await page.getByLabel('Address').fill('8 Jalan Kenanga')
    await page.getByLabel('City').fill('Ipoh')
    await page.getByLabel('State').fill('Perak')
    await page.getByLabel('Postal code').fill('30000')
    await page.getByText('Receipt for a company').click()
    await page.getByLabel('Company name').fill('Bintang Jaya Sdn Bhd')
    await page.getByLabel('Tax number (TIN)').fill('C 2088 0050 010')
    await page.getByLabel('Keep these details for my next purchase').check()
    await setPrice(30_000)
    await page.getByRole('button', { name: 'Complete Purchase' }).click()
    await expect(page.getByText('The price is now RM 270.00. It was RM 180.00.')).toBeVisible()
    await expect(page.getByText('It was RM 200.00 when you added it.')).toBeVisible()
    await expect(amount(`Code ${code}`)).toHaveText('−RM 30.00')
    await page.getByRole('button', { name: 'Complete Purchase' }).click()
    await expectPaymentPage(page, 'RM 270.00')
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  })

  await test.step("the receipt is in the company's name", async () => {
    await open(page, '/purchases')
    await page.getByRole('link', { name: `Receipt: ${course.title}` }).click()
    await expect(page.getByText('Bintang Jaya Sdn Bhd')).toBeVisible()
    await expect(page.getByText('C20880050010')).toBeVisible()
    await expect(page.getByText('RM 270.00').first()).toBeVisible()
  })

  await test.step('the next checkout has the address, until it is deleted', async () => {
    const next = await ownSeller(request)
    await putIntoCart(page, [next.course])
    await open(page, '/checkout')
    await expect(page.getByLabel('City')).toHaveValue('Ipoh')
    await expect(page.getByLabel('Tax number (TIN)')).toHaveValue('C20880050010')
    await page.getByRole('button', { name: 'Remove saved details' }).click()
    await expect(page.getByText('Your saved details have been removed.')).toBeVisible()
    await open(page, '/checkout')
    await expect(page.getByLabel('City')).toHaveValue('')
  })
})
