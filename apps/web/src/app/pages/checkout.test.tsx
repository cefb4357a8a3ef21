import type { PaymentStatus } from '@apogee/contracts/checkout.ts'
import type { SalesInfo } from '@apogee/contracts/catalogue.ts'
import { storageKeys } from '@apogee/contracts/limits.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartItemsIn } from '#web/platform/cart.ts'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { ads, answerPayment, lesson, machine, payment, purchaseId, studies } from '#web/testing/purchases.ts'
import { quotes } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const noCourses = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

const fillCart = (...courses: (typeof machine)[]) =>
  localStorage.setItem(
    storageKeys.cart,
    JSON.stringify({ state: { items: courses.map((course) => ({ ...course, quantity: 1 })) }, version: 0 }),
  )
const cartIds = () =>
  cartItemsIn((JSON.parse(localStorage.getItem(storageKeys.cart) ?? '{}') as { state?: unknown }).state).map(
    (item) => item.id,
  )

const sales = (course: typeof machine, isEnrolled = false) => aSalesInfo({ course, isEnrolled })
/** What the server sells today. */
const sells = (...offers: SalesInfo[]) =>
  answer('courseSales', ({ params }) => {
    const offer = offers.find(({ course }) => course.id === Number(params['courseId']))
    return offer ? { success: true, data: offer } : refusal('COURSE_NOT_FOUND')
  })

const leaving = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)

const priced = ({ id, price }: typeof machine) => ({ courseId: id, list: price })

beforeEach(() => {
  sells(sales(machine), sales(ads))
  quotes([priced(machine), priced(ads)])
  answer('readBuyerDetails', { success: true, data: null })
  studies()
})

test('an empty cart leads to the courses', async () => {
  await renderRoute('/cart')
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
})

test('the cart shows its courses, their prices and the total', async () => {
  fillCart(machine, ads)
  await renderRoute('/cart')
  const [first] = await screen
    .findAllByRole('listitem')
    .then((items) => items.filter((item) => within(item).queryByRole('button', { name: /^Remove/ })))
  expect(first?.textContent).toContain('Practical Machine Learning')
  expect(first?.textContent).toContain('Train, test and ship a model.')
  expect(first?.textContent).toContain('RM 249.00')
  expect(screen.getByText('Subtotal').nextSibling?.textContent).toBe('RM 328.00')
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('RM 328.00')
  expect(screen.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout')
  expect(screen.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/courses')
})

test('courses are removed one by one or all at once', async () => {
  fillCart(machine, ads)
  const { press } = await renderRoute('/cart')
  await press.click(screen.getByRole('button', { name: 'Remove Practical Machine Learning' }))
  expect(cartIds()).toEqual([6])
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('RM 79.00')
  await press.click(screen.getByRole('button', { name: 'Clear Cart' }))
  expect(cartIds()).toEqual([])
  expect(screen.getByText('Your cart is empty')).toBeTruthy()
})

test('what is removed from the cart gives the focus to the cart’s name', async () => {
  fillCart(machine, ads)
  const { press } = await renderRoute('/cart')
  const title = screen.getByRole('heading', { level: 1, name: 'Cart' })
  for (const name of ['Remove Practical Machine Learning', 'Clear Cart']) {
    screen.getByRole('button', { name }).focus()
    await press.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement, name).toBe(title))
  }
})

test('a new price, an owned course and one that is gone are said before anyone pays', async () => {
  fillCart(machine, ads, aCourse({ id: 9, title: 'Gone by Now' }))
  quotes([
    { courseId: 5, list: 24_900, saleDiscount: 5000 },
    { ...priced(ads), state: 'owned' },
  ])
  const { press } = await renderRoute('/cart')
  expect(await screen.findByText('The price was RM 249.00 when you added it.')).toBeTruthy()
  expect(
    screen.getByRole('button', { name: 'Remove Practical Machine Learning' }).parentElement?.textContent,
  ).toContain('RM 199.00')
  expect(await screen.findByText('You own this course already. Remove it to go on.')).toBeTruthy()
  expect(await screen.findByText('This course is no longer for sale. Remove it to go on.')).toBeTruthy()
  expect(screen.getByText('Gone by Now').tagName).toBe('S')
  expect(screen.queryByRole('link', { name: 'Gone by Now' }), 'its page is gone too').toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Proceed to Checkout' }).disabled).toBe(true)
  expect(screen.getByText('Total').nextSibling?.textContent).toBe('RM 199.00')
  await press.click(screen.getByRole('button', { name: 'Remove the marked courses' }))
  expect(cartIds()).toEqual([5])
  expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeTruthy()
})

test('checkout without an account leads to the login and back', async () => {
  fillCart(machine)
  const { address } = await renderRoute('/checkout')
  await waitFor(() => expect(address()).toMatch(/^\/login\?redirect=(%2F|\/)checkout$/))
})

test('checkout with an empty cart leads to the cart', async () => {
  const { address } = await renderRoute('/checkout', { user: aisyah })
  await waitFor(() => expect(address()).toBe('/cart'))
})

async function fillInAddress(press: Awaited<ReturnType<typeof renderRoute>>['press']) {
  await press.type(screen.getByLabelText('Address'), 'Jalan Ampang 5')
  await press.type(screen.getByLabelText('City'), 'Kuala Lumpur')
  await press.type(screen.getByLabelText('State'), 'WP Kuala Lumpur')
  await press.type(screen.getByLabelText('Postal code'), '50450')
}
const complete = () => screen.getByRole('button', { name: 'Complete Purchase' })

test('a checkout sends ids and address, empties the cart and opens the payment page', async () => {
  fillCart(machine, ads)
  const assign = leaving()
  const calls = recordCalls('payForCart', {
    success: true,
    payment_url: 'https://gate.test/p/1',
    payment_id: purchaseId,
  })
  const { press, address } = await renderRoute('/checkout', { user: aisyah })
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  expect([email.value, email.readOnly]).toEqual(['student@apogee.test', true])
  const country = screen.getByLabelText<HTMLSelectElement>('Country')
  expect(country.value).toBe('Malaysia')
  expect([...country.options].map((option) => option.text)).toEqual([
    'Malaysia',
    'Singapore',
    'Indonesia',
    'Thailand',
    'Other',
  ])
  const summary = within(screen.getByRole('region', { name: 'Order summary' }))
  expect(summary.getAllByText('RM 328.00').length).toBeGreaterThan(0)
  await fillInAddress(press)
  await press.click(complete())
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://gate.test/p/1'))
  expect(calls[0]?.body).toEqual({
    courseIds: [5, 6],
    userId: 7,
    customerInfo: {
      email: 'student@apogee.test',
      address: 'Jalan Ampang 5',
      city: 'Kuala Lumpur',
      state: 'WP Kuala Lumpur',
      postalCode: '50450',
      country: 'Malaysia',
      companyName: '',
      taxNumber: '',
    },
    keepDetails: false,
    expectedTotal: 32_800,
  })
  expect(localStorage.getItem(storageKeys.latestPurchase)).toBe(purchaseId)
  expect(cartIds()).toEqual([])
  expect(address(), 'the page stays until the browser has left it').toBe('/checkout')
})

test('back from the payment page by the browser’s button, the cart is as it was', async () => {
  fillCart(machine, ads)
  const assign = leaving()
  answer('payForCart', { success: true, payment_url: 'https://gate.test/p/1', payment_id: purchaseId })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await fillInAddress(press)
  await press.click(complete())
  await waitFor(() => expect(assign).toHaveBeenCalled())
  await waitFor(() => expect(cartIds()).toEqual([]))
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  })
  await waitFor(() => expect(cartIds()).toEqual([5, 6]))
  expect(complete()).toBeTruthy()
})

test('the address is required', async () => {
  fillCart(machine)
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await press.click(complete())
  for (const field of ['Address', 'City', 'State', 'Postal code']) {
    expect(await screen.findByText(`${field} is required`)).toBeTruthy()
  }
})

test('a refused checkout says why in a banner that can be dismissed; the cart stays', async () => {
  fillCart(machine)
  refuse('payForCart', 'SELLER_CANNOT_BE_PAID')
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await fillInAddress(press)
  await press.click(complete())
  const sentence = 'This course cannot be bought at the moment: its seller has no payment account yet.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(sentence)).toBeNull()
  expect(cartIds()).toEqual([5])
})

test('two presses on Complete Purchase are one order', async () => {
  fillCart(machine)
  const assign = leaving()
  const calls = recordCalls('payForCart', {
    success: true,
    payment_url: 'https://gate.test/p/1',
    payment_id: purchaseId,
  })
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await fillInAddress(press)
  const button = complete()
  button.click()
  button.click()
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect(calls).toHaveLength(1)
})

test('a checkout that never got an answer can be tried again', async () => {
  fillCart(machine)
  breakNetwork('payForCart')
  const { press } = await renderRoute('/checkout', { user: aisyah })
  await screen.findByLabelText('Address')
  await fillInAddress(press)
  await press.click(complete())
  expect(await screen.findByText('An error occurred during checkout. Please try again.')).toBeTruthy()
})

const check = (status: PaymentStatus) => answer('checkPayment', { success: true, status })

test('a paid purchase says so, empties its part of the cart and leads on after five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    fillCart(machine, aCourse({ id: 9, title: 'Not Bought' }))
    localStorage.setItem(storageKeys.latestPurchase, purchaseId)
    check('paid')
    answerPayment(payment('paid', 'granted'))
    answer('listEnrolledCourses', noCourses)
    const { address } = await renderRoute('/checkout/success', { user: aisyah })
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy()
    await waitFor(() => expect(cartIds()).toEqual([9]))
    expect(localStorage.getItem(storageKeys.latestPurchase)).toBeNull()
    expect(address()).toBe('/checkout/success')
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await waitFor(() => expect(address()).toBe('/dashboard'))
  } finally {
    vi.useRealTimers()
  }
})

test('the success page leads straight into the first lesson of what was bought, with one main action', async () => {
  check('paid')
  answerPayment(payment('paid', 'granted'))
  studies(lesson(31, 'A question worth asking', false))
  await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Start learning/ })).toHaveLength(2))
  const [first, second] = screen.getAllByRole('link', { name: /^Start learning/ })
  expect(first?.textContent).toBe('Start learning Practical Machine Learning')
  expect(first?.getAttribute('href')).toBe('/lesson/7/resources/31')
  expect(screen.getAllByText('Starts with: A question worth asking')).toHaveLength(2)
  expect([first?.dataset['variant'], second?.dataset['variant']]).toEqual(['primary', 'secondary'])
  expect(screen.getByRole('link', { name: 'Go to dashboard' }).dataset['variant']).toBe('secondary')
})

test('whoever wants to stay on the success page stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    check('paid')
    answerPayment(payment('paid', 'granted'))
    const { address } = await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
    const stay = await screen.findByRole('button', { name: 'Stay on this page' })
    stay.focus()
    act(() => stay.click())
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(address()).toContain('/checkout/success')
    expect(screen.getByText(/You stay on this page/)).toBeTruthy()
    expect(document.activeElement, 'in its place').toBe(screen.getByRole('link', { name: 'My purchases' }))
  } finally {
    vi.useRealTimers()
  }
})

test('an open purchase is asked for every 2 seconds, after 2 minutes every 10, with a way to pay again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const calls = recordCalls('checkPayment', { success: true, status: 'created' })
    answerPayment(payment('created', 'open'))
    const { press, address } = await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, {
      user: aisyah,
    })
    await waitFor(() => expect(calls).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(20_500))
    expect(calls.length).toBeGreaterThanOrEqual(9)
    expect(screen.queryByRole('link', { name: 'Try paying again' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(110_000))
    const before = calls.length
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(calls.length - before).toBeLessThanOrEqual(4)
    expect(screen.queryByText(/could not be completed/)).toBeNull()
    expect(screen.getByRole('link', { name: 'My purchases' }).getAttribute('href')).toBe('/purchases')
    vi.useRealTimers()
    await press.click(screen.getByRole('link', { name: 'Try paying again' }))
    await waitFor(() => expect(address()).toBe('/checkout'))
    expect(cartIds()).toEqual([5, 6])
  } finally {
    vi.useRealTimers()
  }
})

test('a payment that the bank takes minutes for is not asked for again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    check('pending')
    await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
    await act(() => vi.advanceTimersByTimeAsync(130_000))
    expect(await screen.findByText(/Your bank is still working on it/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact support' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Try paying again' })).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test.each(['failed', 'cancelled', 'expired', 'refunded', 'needs_review'] as const)(
  'a purchase that is %s says so',
  async (status) => {
    check(status)
    await renderRoute(`/checkout/success?purchase_id=${purchaseId}`)
    expect(await screen.findByText(`Payment could not be completed. Status: ${status}`)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
      `/contact-support?order=${purchaseId}`,
    )
    // What is over can be paid again; money that is here or went back is not asked for a second time.
    const isOver = ['failed', 'cancelled', 'expired'].includes(status)
    expect(screen.queryAllByRole('link', { name: 'Try paying again' })).toHaveLength(isOver ? 1 : 0)
    expect(screen.queryAllByRole('link', { name: 'Back to cart' })).toHaveLength(isOver ? 1 : 0)
    expect(screen.queryAllByRole('link', { name: 'See this purchase' })).toHaveLength(isOver ? 0 : 1)
  },
)

test('without a purchase id the page says where to look', async () => {
  await renderRoute('/checkout/success')
  expect(
    await screen.findByText('No purchase ID found. Please check your courses to verify enrollment.'),
  ).toBeTruthy()
})

test('an unknown purchase and a lost connection are told apart', async () => {
  refuse('checkPayment', 'PAYMENT_NOT_FOUND')
  const { unmount } = await renderRoute(`/checkout/success?purchase_id=${purchaseId}`)
  expect(await screen.findByText('Failed to verify payment')).toBeTruthy()
  unmount()
  breakNetwork('checkPayment')
  const { press } = await renderRoute(`/checkout/success?purchase_id=${purchaseId}`)
  expect(
    await screen.findByText('An error occurred while verifying your payment. Please contact support.'),
  ).toBeTruthy()
  check('failed')
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Payment could not be completed. Status: failed')).toBeTruthy()
})

test('after a declined card one press puts what is still unowned back in the cart', async () => {
  sells(sales(machine), sales(ads, true))
  check('failed')
  answerPayment(payment('failed', 'open'))
  const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, {
    user: aisyah,
  })
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Courses' }).getAttribute('href')).toBe('/courses')
  await press.click(screen.getByRole('link', { name: 'Back to cart' }))
  await waitFor(() => expect(address()).toBe('/cart'))
  expect(cartIds()).toEqual([5])
})

test('the failure page leads a paid purchase to the success page', async () => {
  check('paid')
  const { address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`)
  await waitFor(() => expect(address()).toBe(`/checkout/success?purchase_id=${purchaseId}`))
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy()
  expect(screen.getByText(/You will be taken to your dashboard in 5 seconds\./)).toBeTruthy()
})

test('the failure page does not ask again for money that is at the bank', async () => {
  check('pending')
  await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Your payment is at the bank' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See this purchase' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Try paying again' })).toBeNull()
})

test('the failure page does not call a purchase failed that was only left', async () => {
  check('created')
  answerPayment(payment('created', 'open'))
  const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, {
    user: aisyah,
  })
  expect(await screen.findByRole('heading', { name: 'Payment not finished' })).toBeTruthy()
  expect(screen.queryByText('Payment Failed')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to cart' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See this purchase' }).getAttribute('href')).toBe(
    `/purchases/${purchaseId}`,
  )
  await press.click(screen.getByRole('link', { name: 'Try paying again' }))
  await waitFor(() => expect(address()).toBe('/checkout'))
  expect(cartIds()).toEqual([5, 6])
})

test.each([
  ['expired', /was open for too long and has closed/],
  ['cancelled', /was cancelled and no money was taken/],
] as const)('the failure page says of a payment that is %s what it is', async (status, hint) => {
  check(status)
  answerPayment(payment(status, 'open'))
  await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, { user: aisyah })
  expect(await screen.findByText(hint)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Payment Failed' })).toBeTruthy()
  expect(screen.queryByText(/The bank said no/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Try paying again' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
    `/contact-support?order=${purchaseId}`,
  )
})

test('whoever is signed out by then signs in before paying again, and comes back', async () => {
  check('failed')
  const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`)
  await press.click(await screen.findByRole('link', { name: 'Try paying again' }))
  const back = encodeURIComponent(`/checkout/failure?purchase_id=${purchaseId}`)
  await waitFor(() => expect(address()).toBe(`/login?redirect=${back}`))
})

test('the failure page takes its word for it when no answer comes', async () => {
  breakNetwork('checkPayment')
  await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`)
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy()
})

const unfinished = () => screen.queryByRole('region', { name: 'You have an unfinished payment' })

test('an empty cart does not ask a second time for money that is at the bank', async () => {
  localStorage.setItem(storageKeys.latestPurchase, purchaseId)
  check('pending')
  await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByRole('region', { name: 'Your payment is at the bank' })).toBeTruthy()
  expect(screen.getByText(/Your bank is still working on it/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Try paying again' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Back to cart' })).toBeNull()
})

test.each(['created', 'failed', 'cancelled', 'expired'] as const)(
  'an empty cart offers a %s payment again',
  async (status) => {
    localStorage.setItem(storageKeys.latestPurchase, purchaseId)
    check(status)
    answerPayment(payment(status, 'open'))
    const { press, address } = await renderRoute('/cart', { user: aisyah })
    expect(await screen.findByText('You have an unfinished payment')).toBeTruthy()
    expect(screen.getByText('Your cart is empty')).toBeTruthy()
    expect(
      within(unfinished() as HTMLElement)
        .getByRole('link', { name: 'My purchases' })
        .getAttribute('href'),
    ).toBe('/purchases')
    await press.click(screen.getByRole('link', { name: 'Try paying again' }))
    await waitFor(() => expect(address()).toBe('/checkout'))
    expect(cartIds()).toEqual([5, 6])
  },
)

test('an empty cart is filled again by Back to cart, or says that there is nothing to buy', async () => {
  localStorage.setItem(storageKeys.latestPurchase, purchaseId)
  check('created')
  answerPayment(payment('created', 'open'))
  sells(sales(machine, true), sales(ads, true))
  const { press } = await renderRoute('/cart', { user: aisyah })
  await press.click(await screen.findByRole('link', { name: 'Back to cart' }))
  expect(await screen.findByText(/You own the courses of this order already/)).toBeTruthy()
  sells(sales(machine), sales(ads, true))
  await press.click(screen.getByRole('link', { name: 'Back to cart' }))
  expect(await screen.findByRole('button', { name: 'Remove Practical Machine Learning' })).toBeTruthy()
  expect(unfinished()).toBeNull()
})

test('an empty cart says nothing of a payment that is paid, unknown, dismissed or somebody’s who is signed out', async () => {
  const remembered = () => localStorage.getItem(storageKeys.latestPurchase)
  localStorage.setItem(storageKeys.latestPurchase, purchaseId)
  const unasked = recordCalls('checkPayment', { success: true, status: 'pending' })
  const anonymous = await renderRoute('/cart')
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
  expect(unasked).toEqual([])
  anonymous.unmount()

  refuse('checkPayment', 'PAYMENT_NOT_FOUND')
  const unknown = await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
  expect(unfinished()).toBeNull()
  unknown.unmount()

  check('expired')
  const dismissed = await renderRoute('/cart', { user: aisyah })
  await dismissed.press.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect([unfinished(), remembered()]).toEqual([null, null])
  dismissed.unmount()

  localStorage.setItem(storageKeys.latestPurchase, purchaseId)
  check('paid')
  await renderRoute('/cart', { user: aisyah })
  await waitFor(() => expect(remembered()).toBeNull())
  expect(unfinished()).toBeNull()
})

test('the failure page without an order links to the cart', async () => {
  await renderRoute('/checkout/failure')
  expect(screen.getByRole('link', { name: 'Back to cart' }).getAttribute('href')).toBe('/cart')
  const reasons = within(screen.getByRole('region', { name: 'What usually lies behind it' }))
  expect(reasons.getByText(/^If money left your account all the same, tell us\./)).toBeTruthy()
  expect(reasons.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact-support')
})
