/** Tests sentences of docs/specification.md#cart-cart, its checkout and its payment result pages that no other test asserts. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartStore } from '#web/shared/buying/cart.ts'
import { answer, keepWaiting, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { quotes } from '#web/testing/quotes.ts'

const machine = aCourse({ image: '/media/cover-5' })
const ads = aCourse({ id: 6, title: 'Writing Ads People Finish', price: 7900 })
const purchaseId = 'purchase-0123456789'
const noCourses = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

const fillCart = (...courses: (typeof machine)[]) => {
  const items = courses.map((course) => ({ ...course, quantity: 1 }))
  localStorage.setItem(storageKeys.cart, JSON.stringify({ state: { items }, version: 0 }))
}
const latestPurchase = () => localStorage.getItem(storageKeys.latestPurchase)

beforeEach(() => {
  quotes([machine, ads, { id: 9, price: 0 }].map(({ id, price }) => ({ courseId: id, list: price })))
  answer('readBuyerDetails', { success: true, data: null })
})

async function checkOut() {
  const page = await renderRoute('/checkout', { user: aisyah })
  await page.press.type(await screen.findByLabelText('Address'), 'Jalan Ampang 5')
  await page.press.type(screen.getByLabelText('City'), 'Kuala Lumpur')
  await page.press.type(screen.getByLabelText('State'), 'WP Kuala Lumpur')
  await page.press.type(screen.getByLabelText('Postal code'), '50450')
  await page.press.click(screen.getByRole('button', { name: 'Complete Purchase' }))
  return page
}

test('a cart item has image, title, description and price, and can be removed', async () => {
  fillCart(machine)
  await renderRoute('/cart')
  const remove = await screen.findByRole('button', { name: 'Remove Practical Machine Learning' })
  const item = remove.closest('li') as HTMLElement
  expect(item.querySelector('img')?.getAttribute('src')).toBe('/media/cover-5')
  expect(within(item).getByRole('heading', { name: 'Practical Machine Learning' })).toBeTruthy()
  expect(within(item).getByText('Train, test and ship a model.')).toBeTruthy()
  expect(item.textContent).toContain('RM 249.00')
})

test('the total is the sum of the prices; a missing price counts 0', async () => {
  const { price: _, ...unpriced } = aCourse({ id: 9, title: 'Of an older version' })
  localStorage.setItem(
    storageKeys.cart,
    JSON.stringify({ state: { items: [machine, unpriced, ads] }, version: 0 }),
  )
  await renderRoute('/cart')
  await screen.findByRole('button', { name: 'Remove Of an older version' })
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('RM 328.00')
})

test('the order summary lists each course with its price', async () => {
  fillCart(machine, ads)
  await renderRoute('/checkout', { user: aisyah })
  const summary = within(await screen.findByRole('region', { name: 'Order summary' }))
  expect(summary.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Practical Machine Learning.*RM 249\.00/),
    expect.stringMatching(/Writing Ads People Finish.*RM 79\.00/),
  ])
})

test('a person signed out meanwhile must be logged in to complete checkout', async () => {
  fillCart(machine)
  refuse('payForCart', 'UNAUTHENTICATED')
  const { address } = await checkOut()
  expect(await screen.findByText('You must be logged in to complete checkout')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/login?redirect=/checkout'))
  expect(cartStore.getState()).toHaveLength(1)
})

test('a cart that the server finds empty shows Your cart is empty', async () => {
  fillCart(machine)
  refuse('payForCart', 'CART_EMPTY')
  await checkOut()
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
})

test('a payment without its page shows Payment URL not found in response', async () => {
  fillCart(machine)
  answer('payForCart', { success: true, payment_url: '', payment_id: purchaseId })
  await checkOut()
  expect(await screen.findByText('Payment URL not found in response')).toBeTruthy()
  expect([latestPurchase(), cartStore.getState().length]).toEqual([null, 1])
})

test('a payment that fails without a reason shows Failed to process payment', async () => {
  fillCart(machine)
  answer('payForCart', () => Response.json({ success: false }, { status: 400 }))
  await checkOut()
  expect(await screen.findByText('Failed to process payment. Please try again.')).toBeTruthy()
})

test('after a checkout the enrolled courses and the courses are refetched', async () => {
  fillCart(machine)
  const listings = recordCalls('listCourses', noCourses)
  const enrolled = recordCalls('listEnrolledCourses', {
    success: true,
    data: [aCourse({ isEnrolled: true })],
    meta: { total: 1, nextCursor: null },
  })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer('payForCart', { success: true, payment_url: 'https://gate.test/p/1', payment_id: purchaseId })
  const page = await renderRoute('/courses', { user: aisyah })
  await waitFor(() => expect(listings).toHaveLength(1))
  const link = (name: string) => screen.getAllByRole('link', { name })[0] as HTMLElement
  await page.press.click(link('Dashboard'))
  await waitFor(() => expect([listings.length, enrolled.length]).toEqual([1, 1]))
  await page.press.click(screen.getAllByRole('link', { name: 'Cart, 1 course' })[0] as HTMLElement)
  await page.press.click(await screen.findByRole('link', { name: 'Proceed to Checkout' }))
  for (const [label, text] of [
    ['Address', 'Jalan Ampang 5'],
    ['City', 'Kuala Lumpur'],
    ['State', 'WP Kuala Lumpur'],
    ['Postal code', '50450'],
  ] as const) {
    await page.press.type(await screen.findByLabelText(label), text)
  }
  await page.press.click(screen.getByRole('button', { name: 'Complete Purchase' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://gate.test/p/1'))
  await page.press.click(link('Dashboard'))
  await waitFor(() => expect(enrolled).toHaveLength(2))
  await page.press.click(link('Courses'))
  await waitFor(() => expect(listings).toHaveLength(2))
})

test('the success page checks the payment before it shows a result', async () => {
  keepWaiting('checkPayment')
  await renderRoute(`/checkout/success?purchase_id=${purchaseId}`)
  expect(await screen.findByRole('heading', { name: 'Checking your payment' })).toBeTruthy()
  expect(screen.queryByText('Payment Successful')).toBeNull()
})

test('the purchase id of the address takes precedence over the stored one', async () => {
  localStorage.setItem(storageKeys.latestPurchase, 'purchase-of-another-day')
  const calls = recordCalls('checkPayment', { success: true, status: 'failed' })
  const inAddress = await renderRoute(`/checkout/success?purchase_id=${purchaseId}`)
  await waitFor(() => expect(calls.map(({ params }) => params['purchaseId'])).toEqual([purchaseId]))
  inAddress.unmount()
  await renderRoute('/checkout/success')
  await waitFor(() => expect(calls.at(-1)?.params['purchaseId']).toBe('purchase-of-another-day'))
})

test.each(['created', 'pending'] as const)(
  'a %s payment is checked again after 2 seconds',
  async (status) => {
    const pauses = vi.spyOn(globalThis, 'setInterval')
    const askedAt: number[] = []
    answer('checkPayment', () => {
      askedAt.push(performance.now())
      return { success: true, status }
    })
    await renderRoute(`/checkout/success?purchase_id=${purchaseId}`)
    await waitFor(() => expect(askedAt).toHaveLength(2))
    const [first = 0, second = 0] = askedAt
    expect(second - first).toBeGreaterThan(1900)
    expect(pauses.mock.calls.map(([, pause]) => pause)).toContain(2000)
  },
)

test('Payment Successful is shown for 5 seconds before the dashboard opens', async () => {
  const pauses = vi.spyOn(globalThis, 'setTimeout')
  answer('checkPayment', { success: true, status: 'paid' })
  refuse('readPayment', 'PAYMENT_NOT_FOUND')
  const { address } = await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy()
  expect(address()).toContain('/checkout/success')
  await waitFor(() => expect(pauses.mock.calls.map(([, pause]) => pause)).toContain(5000))
})

test.each([
  ['the server’s error', { success: false, error: 'The provider is away' }, 409, 'The provider is away'],
  ['no reason', { success: false }, 400, 'Failed to verify payment'],
  ['an answer that is not JSON of this API', 'Bad Gateway', 502, 'Failed to verify payment status'],
])('a check that fails with %s shows the sentence for it', async (_, body, status, sentence) => {
  answer('checkPayment', () => Response.json(body, { status }))
  await renderRoute(`/checkout/success?purchase_id=${purchaseId}`)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('the failure page links to the cart and to the courses', async () => {
  await renderRoute('/checkout/failure')
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to cart' }).getAttribute('href')).toBe('/cart')
  expect(screen.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
})
