import type { PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, breakNetwork, keepWaiting, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { ads, answerPayment, lesson, machine, payment, purchaseId, studies } from '#web/testing/purchases.ts'
import { quotes } from '#web/testing/quotes.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { cartIds, fillCart, sales, sells } from '#web/testing/shop.ts'

const noCourses = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

const priced = ({ id, price }: typeof machine) => ({ courseId: id, list: price })

beforeEach(() => {
  sells(sales(machine), sales(ads))
  quotes([priced(machine), priced(ads)])
  answer('readBuyerDetails', { success: true, data: null })
  studies()
})

const check = (status: PaymentStatus) => answer('checkPayment', { success: true, status })

test('a paid purchase says so, empties its part of the cart and continues after five seconds', async () => {
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

test('the success page links to the first lesson of the purchase, with one primary action', async () => {
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

test('a buyer can stay on the success page', async () => {
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

test('an open purchase is checked every 2 seconds, after 2 minutes every 10, with a link to pay again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const calls = recordCalls('checkPayment', { success: true, status: 'created' })
    answerPayment(payment('created', 'open'))
    const { press, address } = await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, {
      user: aisyah,
    })
    await waitFor(() => expect(calls).toHaveLength(1))
    for (let count = 2; count <= 9; count += 1) {
      await act(() => vi.advanceTimersByTimeAsync(2_000))
      await waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(count))
    }
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

test('a payment pending at the bank for minutes is not requested again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    check('pending')
    await renderRoute(`/checkout/success?purchase_id=${purchaseId}`, { user: aisyah })
    await act(() => vi.advanceTimersByTimeAsync(130_000))
    expect(await screen.findByText(/Your bank is still processing it/)).toBeTruthy()
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
    // A purchase that ended without a payment can be paid again. After a payment or a refund, no money is requested again.
    const isOver = ['failed', 'cancelled', 'expired'].includes(status)
    expect(screen.queryAllByRole('link', { name: 'Try paying again' })).toHaveLength(isOver ? 1 : 0)
    expect(screen.queryAllByRole('link', { name: 'Back to cart' })).toHaveLength(isOver ? 1 : 0)
    expect(screen.queryAllByRole('link', { name: 'See this purchase' })).toHaveLength(isOver ? 0 : 1)
  },
)

test.each(['success', 'failure'])(
  'the %s page of a payment that the bank took back says so',
  async (page) => {
    answer('checkPayment', { success: true, status: 'refunded', chargedBack: true })
    await renderRoute(`/checkout/${page}?purchase_id=${purchaseId}`)
    expect(await screen.findByText('The bank took the payment back.')).toBeTruthy()
    expect(screen.queryByText('This order was refunded.')).toBeNull()
  },
)

test('without a purchase id the page says where to look', async () => {
  await renderRoute('/checkout/success')
  expect(
    await screen.findByText('No purchase ID found. Please check your courses to verify enrollment.'),
  ).toBeTruthy()
})

test('an unknown purchase and a lost connection have different messages', async () => {
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

test('after a declined card one press puts unowned courses back in the cart', async () => {
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

test('the failure page says that the payment has arrived and links to the success page', async () => {
  check('paid')
  const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`)
  expect(await screen.findByText('The payment has arrived after all. Your courses are open.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Payment Failed' })).toBeTruthy()
  await press.click(screen.getByRole('link', { name: 'See this purchase' }))
  await waitFor(() => expect(address()).toBe(`/checkout/success?purchase_id=${purchaseId}`))
})

test.each(['pending', 'refunded', 'needs_review'] as const)(
  'the failure page offers no second payment for a purchase that is %s',
  async (status) => {
    check(status)
    const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, {
      user: aisyah,
    })
    expect(await screen.findByRole('link', { name: 'See this purchase' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Payment Failed' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Try paying again' })).toBeNull()
    await press.click(screen.getByRole('link', { name: 'Back to cart' }))
    await waitFor(() => expect(address()).toBe('/cart'))
    expect(cartIds()).toEqual([])
  },
)

test('the failure page offers the cart once it knows whether the courses belong there', async () => {
  keepWaiting('checkPayment')
  await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, { user: aisyah })
  expect(await screen.findByText(/^We are checking this payment/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Payment Failed' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Back to cart' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Browse Courses' })).toBeTruthy()
})

test('the failure page says that an abandoned purchase has not been paid', async () => {
  check('created')
  answerPayment(payment('created', 'open'))
  const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, {
    user: aisyah,
  })
  expect(await screen.findByText(/^No money has arrived yet/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Payment Failed' })).toBeTruthy()
  expect(screen.queryByText(/The bank declined it/)).toBeNull()
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
] as const)('the failure page describes a payment that is %s', async (status, hint) => {
  check(status)
  answerPayment(payment(status, 'open'))
  await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, { user: aisyah })
  expect(await screen.findByText(hint)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Payment Failed' })).toBeTruthy()
  expect(screen.queryByText(/The bank declined it/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Try paying again' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
    `/contact-support?order=${purchaseId}`,
  )
})

const oneCourse = (status: PaymentStatus) => {
  const whole = payment(status, 'open')
  return { ...whole, lines: whole.lines.slice(0, 1) }
}

test('a declined purchase of one course is paid on its payment page again, without the cart', async () => {
  check('failed')
  const order = oneCourse('failed')
  answerPayment({ ...order, lines: order.lines.map((line) => ({ ...line, access: { months: 12 } })) })
  sells(sales({ ...machine, price: 9900, access: { days: 30 } }))
  const calls = recordCalls('payForCourse', {
    success: true,
    payment_url: '#pay',
    purchase_id: 'again-0123456',
  })
  const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, {
    user: aisyah,
  })
  await press.click(await screen.findByRole('link', { name: 'Try paying again' }))
  await waitFor(() => expect(localStorage.getItem(storageKeys.latestPurchase)).toBe('again-0123456'))
  expect(calls[0]?.body).toEqual({ courseId: machine.id, userId: aisyah.id })
  // The offer is that of the order: a price or a term that the course has by now has not been seen.
  expect(calls[0]?.query['offers']).toBe(`${machine.id}.24900.12m.none`)
  expect(cartIds()).toEqual([])
  expect(address()).toContain('/checkout/failure')
})

test.each(['OFFER_CHANGED', 'COHORT_FULL', 'COHORT_CLOSED'] as const)(
  'a declined purchase that is refused as %s shows the new offer before it is paid again',
  async (reason) => {
    check('failed')
    answerPayment(oneCourse('failed'))
    refuse('payForCourse', reason)
    const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, {
      user: aisyah,
    })
    await press.click(await screen.findByRole('link', { name: 'Try paying again' }))
    await waitFor(() => expect(address()).toBe('/checkout'))
    expect(cartIds()).toEqual([machine.id])
  },
)

test.each([
  [
    'an answer without a payment page',
    () => answer('payForCourse', { success: true, payment_url: '', purchase_id: 'again-0123456' }),
    'Payment URL not found in response',
  ],
  [
    'no answer to the payment',
    () => breakNetwork('payForCourse'),
    'Failed to process payment. Please try again.',
  ],
  [
    'an order that is not read',
    () => breakNetwork('readPayment'),
    'The courses of this order could not be added to the cart.',
  ],
] as const)('paying again tells of %s', async (_case, fail, sentence) => {
  check('failed')
  answerPayment(oneCourse('failed'))
  fail()
  const { press } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`, { user: aisyah })
  await press.click(await screen.findByRole('link', { name: 'Try paying again' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('another payment is not started while one is under way', async () => {
  const orders = [oneCourse('failed'), { ...oneCourse('failed'), id: 'another-order-0123456' }]
  answer('paymentHistory', { success: true, data: orders, meta: { total: 2, nextCursor: null } })
  answerPayment(oneCourse('failed'))
  const reads = recordCalls('readPayment', {
    success: true,
    status: 'failed',
    data: { ...oneCourse('failed'), extra: [] },
  })
  keepWaiting('payForCourse')
  const { press } = await renderRoute('/purchases', { user: aisyah })
  const [one, other] = await screen.findAllByRole('link', { name: 'Try paying again' })
  await press.click(one!)
  await waitFor(() => expect(reads).toHaveLength(1))
  await press.click(other!)
  expect(await screen.findAllByText('Opening payment...')).toHaveLength(1)
  expect(reads).toHaveLength(1)
})

test('a person signed out meanwhile signs in before paying again, and returns', async () => {
  check('failed')
  const { press, address } = await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`)
  await press.click(await screen.findByRole('link', { name: 'Try paying again' }))
  const back = encodeURIComponent(`/checkout/failure?purchase_id=${purchaseId}`)
  await waitFor(() => expect(address()).toBe(`/login?redirect=${back}`))
})

test('the failure page believes its address without an answer', async () => {
  breakNetwork('checkPayment')
  await renderRoute(`/checkout/failure?purchase_id=${purchaseId}`)
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy()
  expect(screen.queryByText(/You can pay again now/), 'the state of the payment is not known').toBeNull()
  expect(screen.getByText(/Look in My purchases before you pay again/)).toBeTruthy()
})

const unfinished = () => screen.queryByRole('region', { name: 'You have an unfinished payment' })

test('an empty cart does not request payment while money is at the bank', async () => {
  localStorage.setItem(storageKeys.latestPurchase, purchaseId)
  check('pending')
  await renderRoute('/cart', { user: aisyah })
  expect(await screen.findByRole('region', { name: 'Your payment is at the bank' })).toBeTruthy()
  expect(screen.getByText(/Your bank is still processing it/)).toBeTruthy()
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

test('Back to cart refills an empty cart, or says that there is nothing to buy', async () => {
  localStorage.setItem(storageKeys.latestPurchase, purchaseId)
  check('created')
  answerPayment(payment('created', 'open'))
  sells(sales(machine, true), sales(ads, true))
  const { press } = await renderRoute('/cart', { user: aisyah })
  await press.click(await screen.findByRole('link', { name: 'Back to cart' }))
  expect(await screen.findByText(/You already own the courses of this order/)).toBeTruthy()
  sells(sales(machine), sales(ads, true))
  await press.click(screen.getByRole('link', { name: 'Back to cart' }))
  expect(await screen.findByRole('button', { name: 'Remove Practical Machine Learning' })).toBeTruthy()
  expect(unfinished()).toBeNull()
})

test('an empty cart shows no notice of a payment that is paid, unknown, dismissed or of a signed-out person', async () => {
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
  const reasons = within(screen.getByRole('region', { name: 'Common reasons' }))
  expect(reasons.getByText(/^If money has left your account anyway, tell us\./)).toBeTruthy()
  expect(reasons.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact-support')
})
