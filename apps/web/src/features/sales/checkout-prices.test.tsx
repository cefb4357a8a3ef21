import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { ads, answerPayment, machine, payment, purchaseId, studies } from '#web/testing/purchases.ts'
import { quoteOf, quotes, refusedOffer, type Offer } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'
import { setCartCode } from '#web/shared/buying/cart-code.ts'

const offers = [machine, ads].map(({ id, price }) => ({ courseId: id, list: price }))
const kept = {
  address: 'Jalan Ampang 5',
  city: 'Kuala Lumpur',
  state: 'WP Kuala Lumpur',
  postalCode: '50450',
  country: 'Malaysia',
  companyName: 'Bintang Jaya Sdn Bhd',
  taxNumber: 'C20880050010',
}

beforeEach(() => {
  setCartCode('')
  const items = [machine, ads].map((course) => ({ ...course, quantity: 1 }))
  localStorage.setItem(storageKeys.cart, JSON.stringify({ state: { items }, version: 0 }))
  quotes(offers)
  answer('readBuyerDetails', { success: true, data: kept })
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
})

const paying = () =>
  recordCalls('payForCart', {
    success: true,
    payment_url: 'https://gate.test/p/1',
    payment_id: purchaseId,
  })
const amountOf = (term: string) => screen.getByText(term).nextSibling?.textContent
const complete = () => screen.findByRole('button', { name: 'Complete Purchase' })

test('the sums show list prices, sale, code and the SST contained in the total', async () => {
  quotes(
    [
      { courseId: 5, list: 24_900, saleDiscount: 5000, couponDiscount: 1990, tax: 1327 },
      { courseId: 6, list: 7900 },
    ],
    { code: 'RAYA10', refusal: null },
  )
  const { press } = await renderRoute('/cart')
  await press.click(await screen.findByRole('button', { name: 'Have a discount code?' }))
  await press.type(screen.getByLabelText('Discount code'), 'raya10{Enter}')
  expect(await screen.findByText('RAYA10 is applied')).toBeTruthy()
  expect(['Subtotal', 'Sale discount', 'Code RAYA10', 'Total', 'SST included'].map(amountOf)).toEqual([
    'RM 328.00',
    '−RM 50.00',
    '−RM 19.90',
    'RM 258.10',
    'RM 13.27',
  ])
})

test('a code is sent with the payment and the shown prices, and can be removed', async () => {
  quotes(
    [
      { courseId: 5, list: 24_900, couponDiscount: 2490 },
      { courseId: 6, list: 7900 },
    ],
    {
      code: 'RAYA10',
      refusal: null,
    },
  )
  setCartCode('RAYA10')
  const calls = paying()
  const { press } = await renderRoute('/checkout', { user: aisyah })
  expect(await screen.findByText('RAYA10 is applied')).toBeTruthy()
  await press.click(await complete())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({
    query: { offers: '5.22410.all.none_6.7900.all.none' },
    body: { code: 'RAYA10' },
  })
  setCartCode('RAYA10')
})

test('a typed code is applied before the full price is paid', async () => {
  const calls = paying()
  answer('quotePrices', ({ body }) =>
    (body as { code?: string }).code
      ? quoteOf(
          body,
          [
            { courseId: 5, list: 24_900, couponDiscount: 24_900 },
            { courseId: 6, list: 7900, couponDiscount: 7900 },
          ],
          {
            code: 'ALLFREE',
            refusal: null,
          },
        )
      : quoteOf(body, offers),
  )
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Have a discount code?' }))
  await press.type(screen.getByLabelText('Discount code'), 'allfree')
  await press.click(await complete())
  expect(await screen.findByText(/Your discount code has been checked/)).toBeTruthy()
  await waitFor(() => expect(amountOf('Total')).toBe('RM 0.00'))
  expect(screen.getByText('There is nothing to pay. You get access immediately.')).toBeTruthy()
  expect(calls).toEqual([])
  await press.click(await complete())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({
    query: { offers: '5.0.all.none_6.0.all.none' },
    body: { code: 'ALLFREE' },
  })
})

test('a code typed in the cart is used at the checkout', async () => {
  quotes(offers)
  const { press, address } = await renderRoute('/cart', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Have a discount code?' }))
  await press.type(screen.getByLabelText('Discount code'), 'raya10')
  await press.click(screen.getByRole('link', { name: 'Proceed to Checkout' }))
  await waitFor(() => expect(address()).toBe('/checkout'))
  expect(localStorage.getItem(storageKeys.cartCode)).toBe('raya10')
})

test('a code that is not applied shows the reason, and is not sent', async () => {
  quotes(offers, { code: 'OLD5', refusal: 'expired' })
  setCartCode('OLD5')
  const calls = paying()
  const { press } = await renderRoute('/checkout', { user: aisyah })
  expect(await screen.findByText('This code has expired.')).toBeTruthy()
  await press.click(await complete())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).not.toHaveProperty('code')
  expect(calls[0]?.query).toMatchObject({ offers: '5.24900.all.none_6.7900.all.none' })
})

test('after too many codes the prices are still shown, and the purchase continues without one', async () => {
  setCartCode('GUESS7')
  answer('quotePrices', ({ body }) =>
    (body as { code?: string }).code
      ? refusal('TOO_MANY_ATTEMPTS')
      : quoteOf(body, [{ courseId: 5, list: 11_900 }, offers[1]!]),
  )
  const { press } = await renderRoute('/cart')
  await waitFor(() => expect(amountOf('Total')).toBe('RM 198.00'))
  await press.click(await screen.findByRole('button', { name: 'Continue without a code' }))
  await waitFor(() => expect(screen.queryByLabelText('Discount code')).toBeNull())
  expect(localStorage.getItem(storageKeys.cartCode)).toBeNull()
})

test('an offer that changed while paying is shown before payment, and the next press accepts it', async () => {
  const present: Offer[] = [
    {
      courseId: 5,
      list: 29_900,
      title: 'Machine Learning',
      access: { months: 6 },
      first: [{ courseId: 9, title: 'Orbits' }],
    },
    offers[1]!,
  ]
  answer('payForCart', ({ body }) => {
    quotes(present)
    return refusedOffer(body, present)
  })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await press.click(await complete())
  expect(await screen.findByText('The offer has changed. Please check it and try again.')).toBeTruthy()
  expect((await screen.findByText(/^Machine Learning: /)).textContent).toBe(
    'Machine Learning: The price is now RM 299.00. It was RM 249.00. Access now lasts 6 months. You must now complete first: Orbits.',
  )
  await waitFor(() => expect(amountOf('Total')).toBe('RM 378.00'))
  expect(screen.getByText('It was RM 249.00 when you added it.')).toBeTruthy()
  const calls = paying()
  await press.click(await complete())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.query).toMatchObject({ offers: '5.29900.6m.none.9_6.7900.all.none' })
})

test('a course bought or withdrawn meanwhile is marked at the checkout and can be removed there', async () => {
  quotes([{ ...offers[0]!, state: 'owned' }, offers[1]!])
  const { press } = await renderRoute('/checkout', { user: aisyah })
  const summary = within(await screen.findByRole('region', { name: 'Order summary' }))
  expect(await summary.findByText('You already own this course.')).toBeTruthy()
  expect((await complete()).hasAttribute('disabled')).toBe(true)
  await press.click(summary.getByRole('button', { name: 'Remove Practical Machine Learning' }))
  await waitFor(() => expect(screen.queryByText('You already own this course.')).toBeNull())
  expect(amountOf('Total')).toBe('RM 79.00')
  await waitFor(async () => expect((await complete()).hasAttribute('disabled')).toBe(false))
})

test('a course that disappeared while paying can be removed from its message', async () => {
  answer('payForCart', () => {
    quotes([offers[1]!])
    return refusal('COURSE_NOT_FOUND')
  })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await press.click(await complete())
  const said = (await screen.findByText('Course not found')).closest<HTMLElement>('[role=alert]')!
  expect(said.textContent).toContain('Remove the marked courses to continue.')
  expect(within(said).getByRole('link', { name: 'Back to cart' }).getAttribute('href')).toBe('/cart')
  const gone = (await screen.findByText('This course is no longer for sale.')).closest('li')
  expect(gone?.querySelector('s')?.textContent).toBe('Practical Machine Learning')
  await press.click(screen.getByRole('button', { name: 'Remove Practical Machine Learning' }))
  expect(screen.queryByText('Course not found')).toBeNull()
  await waitFor(async () => expect((await complete()).hasAttribute('disabled')).toBe(false))
})

test('prices that are still loading when a payment is refused are asked for again', async () => {
  const isRefused = Promise.withResolvers<void>()
  answer('quotePrices', async ({ body }) => {
    await isRefused.promise
    return quoteOf(body, offers)
  })
  answer('payForCart', () => {
    quotes([offers[1]!])
    return refusal('COURSE_NOT_FOUND')
  })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await press.click(await complete())
  expect(await screen.findByText('Course not found')).toBeTruthy()
  isRefused.resolve()
  expect(await screen.findByText('This course is no longer for sale.')).toBeTruthy()
})

test('a code used up while paying says so', async () => {
  quotes([{ ...offers[0]!, couponDiscount: 1000 }, offers[1]!], { code: 'LAST1', refusal: null })
  setCartCode('LAST1')
  answer('payForCart', () => {
    quotes(offers, { code: 'LAST1', refusal: 'used_up' })
    return refusal('CODE_USED_UP')
  })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await waitFor(() => expect(amountOf('Total')).toBe('RM 318.00'))
  await press.click(await complete())
  expect(
    await screen.findByText('This code has been used up. Please check the total without it.'),
  ).toBeTruthy()
  expect(await screen.findByText('This code has been used up.')).toBeTruthy()
  await waitFor(() => expect(amountOf('Total')).toBe('RM 328.00'))
})

test('the cart and the checkout show the sums that the server answered and do not add the lines again', async () => {
  answer('quotePrices', ({ body }) => {
    const { data } = quoteOf(body, offers)
    return { success: true, data: { ...data, list: 50_000, saleDiscount: 300, tax: 20, total: 40_100 } }
  })
  const { press } = await renderRoute('/cart', { user: aisyah })
  await waitFor(() => expect(amountOf('Total')).toBe('RM 401.00'))
  expect(amountOf('Subtotal')).toBe('RM 500.00')
  await press.click(screen.getByRole('link', { name: 'Proceed to Checkout' }))
  await complete()
  expect(amountOf('Total')).toBe('RM 401.00')
})

test('a cart whose prices could not be loaded says so, and retries', async () => {
  breakNetwork('quotePrices')
  const { press } = await renderRoute('/cart')
  expect(await screen.findByText(/^The current prices could not be loaded/)).toBeTruthy()
  expect(amountOf('Total')).toBe('RM 328.00')
  quotes([{ courseId: 5, list: 19_900 }, offers[1]!])
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(amountOf('Total')).toBe('RM 278.00'))
})

test('stored details fill the form, and stay stored unless the buyer chooses otherwise', async () => {
  const calls = paying()
  const { press } = await renderRoute('/checkout', { user: aisyah })
  expect((await screen.findByLabelText<HTMLInputElement>('Address')).value).toBe('Jalan Ampang 5')
  expect(screen.getByLabelText<HTMLInputElement>('Tax number (TIN)').value).toBe('C20880050010')
  const keep = screen.getByLabelText<HTMLInputElement>('Keep these details for my next purchase')
  expect(keep.checked).toBe(true)
  await press.click(await complete())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toMatchObject({
    keepDetails: true,
    customerInfo: { email: 'student@apogee.test', ...kept },
  })
})

test('stored details can be deleted in the form, and a failure is reported', async () => {
  const calls = paying()
  refuse('forgetBuyerDetails', 'UNAVAILABLE')
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Remove saved details' }))
  expect(await screen.findByText('Your saved details could not be removed. Please try again.')).toBeTruthy()
  answer('forgetBuyerDetails', { success: true })
  answer('readBuyerDetails', { success: true, data: null })
  await press.click(screen.getByRole('button', { name: 'Remove saved details' }))
  expect(await screen.findByText('Your saved details have been removed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove saved details' })).toBeNull())
  await press.click(await complete())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toMatchObject({ keepDetails: false, customerInfo: { address: 'Jalan Ampang 5' } })
})

describe('what was typed at the checkout', () => {
  const draft = () => sessionStorage.getItem(storageKeys.checkoutDraft)
  const city = async () => (await screen.findByLabelText<HTMLInputElement>('City')).value
  /** Fills in all fields, submits, and leaves for the payment page. */
  async function leaveToPay() {
    answer('readBuyerDetails', { success: true, data: null })
    const calls = paying()
    const page = await renderRoute('/checkout', { user: aisyah })
    for (const label of ['Address', 'City', 'State', 'Postal code']) {
      await page.press.type(await screen.findByLabelText(label), 'Ipoh')
    }
    await page.press.click(await complete())
    await waitFor(() => expect(calls).toHaveLength(1))
    await waitFor(() => expect(localStorage.getItem(storageKeys.latestPurchase)).toBe(purchaseId))
    page.unmount()
  }

  test('typed checkout details survive a visit to the cart', async () => {
    answer('readBuyerDetails', { success: true, data: null })
    const { press } = await renderRoute('/checkout', { user: aisyah })
    await press.type(await screen.findByLabelText('City'), 'Ipoh')
    await press.click(screen.getByRole('link', { name: 'Back to cart' }))
    await press.click(await screen.findByRole('link', { name: 'Proceed to Checkout' }))
    expect(await city()).toBe('Ipoh')
  })

  test('typed checkout details are restored after a declined payment', async () => {
    await leaveToPay()
    answer('checkPayment', { success: true, status: 'failed' })
    answerPayment(payment('failed', 'open'))
    answer('courseSales', { success: true, data: aSalesInfo({ course: machine }) })
    const { press } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, { user: aisyah })
    await press.click(await screen.findByRole('link', { name: 'Try paying again' }))
    expect(await city()).toBe('Ipoh')
  })

  test('typed checkout details are deleted once the order is paid', async () => {
    await leaveToPay()
    expect(draft()).toContain('Ipoh')
    answer('checkPayment', { success: true, status: 'paid' })
    answerPayment(payment('paid', 'granted'))
    studies()
    await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy()
    await waitFor(() => expect(draft()).toBeNull())
  })

  test('typed checkout details are deleted at sign-out', async () => {
    await leaveToPay()
    answer('logout', { success: true })
    const { press } = await renderRoute('/notifications', { user: aisyah })
    await press.click(await screen.findByRole('button', { name: 'Account of Aisyah Rahman' }))
    expect(draft()).toContain('Ipoh')
    await press.click(screen.getByText('Logout'))
    await waitFor(() => expect(draft()).toBeNull())
  })

  test('typed checkout details are deleted after a sign-out in another tab', async () => {
    await leaveToPay()
    localStorage.removeItem(storageKeys.token)
    await renderRoute('/cart')
    await waitFor(() => expect(draft()).toBeNull())
  })

  test('typed checkout details are not shown to another person', async () => {
    await leaveToPay()
    const items = [{ ...machine, quantity: 1 }]
    localStorage.setItem(storageKeys.cart, JSON.stringify({ state: { items }, version: 0 }))
    await renderRoute('/checkout', { user: { ...aisyah, id: 8 } })
    expect(await city()).toBe('')
    expect(draft()).toBeNull()
  })
})

test('an invalid tax number is reported before sending', async () => {
  const calls = paying()
  const { press } = await renderRoute('/checkout', { user: aisyah })
  const field = await screen.findByLabelText('Tax number (TIN)')
  await press.clear(field)
  await press.type(field, 'C2!')
  await press.click(await complete())
  expect(await screen.findByText('A tax number has at least 6 letters and digits')).toBeTruthy()
  expect(calls).toHaveLength(0)
})
