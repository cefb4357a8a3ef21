import type { ExtraMoney, Payment } from '@apogee/contracts/sales/checkout.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { answerPayment, lesson, payment, purchaseId, studies } from '#web/testing/purchases.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const noPurchases = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

beforeEach(() => {
  studies()
  answer('listReceipts', { success: true, data: [] })
  answer('readRefundOptions', { success: true, data: { endsAt: null, lines: [], requests: [] } })
})

test('the history lists every order with its status, and one order its lines', async () => {
  answer('paymentHistory', {
    success: true,
    data: [{ ...payment('paid', 'granted'), receiptUrl: `/purchases/${purchaseId}/receipts/one` }],
    meta: { total: 1, nextCursor: null },
  })
  answerPayment(payment('paid', 'granted'))
  studies(lesson(31, 'A question worth asking', true), lesson(32, 'Splitting the data', false))
  const { press, address } = await renderRoute('/purchases', { user: aisyah })
  const row = (await screen.findAllByRole('row'))[1]
  expect(row?.textContent).toContain('18 Nov 2026')
  expect(row?.textContent).toContain('Paid')
  expect(row?.textContent).toContain('RM 328.00')
  const receipt = screen.getByRole('link', {
    name: 'Receipt: Practical Machine Learning, Writing Ads People Finish',
  })
  expect(receipt.getAttribute('href')).toBe(`/purchases/${purchaseId}/receipts/one`)
  expect(screen.getByRole('link', { name: 'See courses' }).getAttribute('href')).toBe(
    `/purchases/${purchaseId}`,
  )
  await press.click(
    screen.getByRole('link', { name: 'Practical Machine Learning, Writing Ads People Finish' }),
  )
  expect(address()).toBe(`/purchases/${purchaseId}`)
  expect(await screen.findByRole('heading', { level: 1, name: /Purchase on 18 Nov 2026/ })).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Continue/ })).toHaveLength(2))
  const ways = screen.getAllByRole('link', { name: /^Continue/ })
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(Array(2).fill('/lesson/7/resources/32'))
  expect(screen.getByText('Your courses are ready.')).toBeTruthy()
})

test('an unpaid order can be paid from the history; money that is held or at a bank is not requested twice', async () => {
  answer('paymentHistory', {
    success: true,
    data: [
      payment('expired', 'open'),
      { ...payment('needs_review', 'open'), id: 'in-review-0123456' },
      { ...payment('pending', 'open'), id: 'at-the-bank-01234' },
      {
        ...payment('paid', 'granted'),
        id: 'one-course-0123456',
        lines: payment('paid', 'granted').lines.slice(1),
      },
    ],
    meta: { total: 4, nextCursor: null },
  })
  answerPayment(payment('needs_review', 'open'))
  const { unmount } = await renderRoute('/purchases', { user: aisyah })
  const rows = (await screen.findAllByRole('row')).slice(1)
  const step = (row: HTMLElement | undefined) => row?.lastElementChild?.textContent
  expect(rows.map(step)).toEqual(['Try paying again', '', '', 'Go to course'])
  unmount()
  await renderRoute('/purchases/in-review-0123456', { user: aisyah })
  expect(await screen.findByText(/Your money is safe/)).toBeTruthy()
  expect(screen.queryByText('Try paying again')).toBeNull()
})

test('an order with refunds shows the amount and the course', async () => {
  const bought = payment('paid', 'granted')
  const [first, second] = bought.lines
  const partly: Payment = {
    ...bought,
    lines: [{ ...first!, status: 'refunded', refunded: first!.price, owned: false }, second!],
  }
  answer('paymentHistory', { success: true, data: [partly], meta: { total: 1, nextCursor: null } })
  answer('listReceipts', { success: true, data: [] })
  answerPayment(partly)
  studies()
  const { press } = await renderRoute('/purchases', { user: aisyah })
  const row = (await screen.findAllByRole('row'))[1]
  for (const told of ['Partly refunded', 'Refunded: Practical Machine Learning', 'RM 249.00 refunded']) {
    expect(row?.textContent).toContain(told)
  }
  expect(screen.getByRole('link', { name: 'Go to course' }).getAttribute('href')).toBe('/course/6')
  await press.click(
    screen.getByRole('link', { name: 'Practical Machine Learning, Writing Ads People Finish' }),
  )
  const summary = within(await screen.findByRole('complementary', { name: 'Summary' }))
  const amountOf = (term: string) => summary.getByText(term).nextSibling?.textContent
  expect(screen.getByRole('link', { name: /^Go to course/ }).dataset['variant'], 'what is left').toBe(
    'primary',
  )
  expect(['Total', 'Refunded', 'Total after refunds'].map(amountOf)).toEqual([
    'RM 328.00',
    '−RM 249.00',
    'RM 79.00',
  ])
  expect(screen.getByText('Partly refunded, RM 249.00 of 328.00')).toBeTruthy()
  expect(screen.getByText('RM 249.00 refunded').closest('li')?.textContent).toContain(
    'Practical Machine Learning Refunded',
  )
})

test('an old order whose courses are owned by now links to them, and requests no payment', async () => {
  const old = payment('cancelled', 'open')
  const [first, second] = old.lines
  const owned = {
    ...old,
    lines: [
      { ...first!, owned: true },
      { ...second!, owned: true },
    ],
  }
  const one = { ...old, id: 'one-of-two-0123456', lines: [{ ...first!, owned: true }, second!] }
  answer('paymentHistory', { success: true, data: [owned, one], meta: { total: 2, nextCursor: null } })
  answerPayment(owned)
  studies()
  const { unmount } = await renderRoute('/purchases', { user: aisyah })
  const rows = (await screen.findAllByRole('row')).slice(1)
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual(['See courses', 'Try paying again'])
  unmount()
  await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  expect(await screen.findByText(/You already have these courses/)).toBeTruthy()
  expect(await screen.findAllByRole('link', { name: /^Go to course/ })).toHaveLength(2)
  expect(screen.queryByText('Try paying again')).toBeNull()
})

test('an order whose courses are gone says so in place', async () => {
  const old = payment('expired', 'open')
  answer('paymentHistory', { success: true, data: [old], meta: { total: 1, nextCursor: null } })
  answerPayment(old)
  refuse('courseSales', 'COURSE_NOT_FOUND')
  const { press, address } = await renderRoute('/purchases', { user: aisyah })
  await press.click(await screen.findByRole('link', { name: 'Try paying again' }))
  expect(await screen.findByText(/or they are no longer for sale/)).toBeTruthy()
  expect(address()).toBe('/purchases')
})

test("an empty history says so, and another user's order is not found", async () => {
  answer('paymentHistory', noPurchases)
  const { unmount } = await renderRoute('/purchases', { user: aisyah })
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
  unmount()
  refuse('readPayment', 'PAYMENT_NOT_FOUND')
  await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  expect(await screen.findByRole('heading', { name: 'Purchase not found' })).toBeTruthy()
})

test('purchases are filtered by outcome', async () => {
  const calls = recordCalls('paymentHistory', noPurchases)
  const { press } = await renderRoute('/purchases', { user: aisyah })
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Not paid' }))
  expect(await screen.findByText('No purchases match this filter')).toBeTruthy()
  expect(calls.at(-1)?.query['status']).toBe('unpaid')
  await press.click(screen.getByRole('button', { name: 'Show all purchases' }))
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
})

test('a purchase shows its price details, its receipts, and a contact', async () => {
  const bought = payment('paid', 'granted')
  const [first, second] = bought.lines
  answerPayment({
    ...bought,
    amount: 27_800,
    lines: [{ ...first!, price: 19_900, discount: 5000, tax: 1474 }, second!],
  })
  answer('listReceipts', {
    success: true,
    data: [
      {
        id: 'receipt-of-kuala-data',
        kind: 'receipt',
        number: 'R-2026-000012',
        issuedAt: '2026-11-18T06:05:00.000Z',
        sellerName: 'Kuala Data School',
        total: 27_800,
      },
    ],
  })
  await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  const summary = within(await screen.findByRole('complementary', { name: 'Summary' }))
  const amountOf = (term: string) => summary.getByText(term).nextSibling?.textContent
  expect(['Subtotal', 'Discount', 'Total', 'SST included'].map(amountOf)).toEqual([
    'RM 328.00',
    '−RM 50.00',
    'RM 278.00',
    'RM 14.74',
  ])
  const receipt = await summary.findByRole('link', { name: 'Receipt R-2026-000012' })
  expect(receipt.getAttribute('href')).toBe(`/purchases/${purchaseId}/receipts/receipt-of-kuala-data`)
  expect(summary.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
    `/contact-support?order=${purchaseId}`,
  )
})

test('money beyond the purchase is shown with what becomes of it', async () => {
  const second = (state: ExtraMoney['state']): ExtraMoney => ({
    cause: 'second',
    amount: 32_800,
    state,
    at: '2026-11-19T06:00:00.000Z',
  })
  answerPayment(payment('paid', 'granted'), [second('waiting'), second('returning'), second('returned')])
  const { unmount } = await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  const arrived = 'A second payment of RM 328.00 arrived for this purchase.'
  const told = within(await screen.findByRole('region', { name: 'Extra payment' }))
  expect(told.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    `${arrived} The seller will decide whether to refund it.`,
    `${arrived} Your refund is on its way.`,
    `${arrived} It was refunded on 19 Nov 2026.`,
  ])
  unmount()

  const kept: ExtraMoney = { ...second('kept'), cause: 'mismatch' }
  answerPayment(payment('needs_review', 'open'), [kept])
  const { unmount: leave } = await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  expect(
    await screen.findByText(
      /^A payment of RM 328\.00 arrived that does not match this purchase\. The seller checked it on 19 Nov 2026 and has not refunded it\./,
    ),
  ).toBeTruthy()
  expect(screen.getByText('This payment has been checked.')).toBeTruthy()
  expect(screen.queryByText(/is checking/)).toBeNull()
  leave()

  answerPayment(payment('paid', 'granted'), [second('waiting')])
  await renderRoute(`/purchases/${purchaseId}`, { user: aisyah, language: 'ms' })
  expect(
    await screen.findByText(/^Bayaran kedua sebanyak RM 328\.00 diterima .* Penjual akan memutuskan/),
  ).toBeTruthy()
})

test('one course that is ready is counted in the singular', async () => {
  const bought = payment('paid', 'granted')
  answerPayment({ ...bought, lines: bought.lines.slice(0, 1) })
  await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  expect(await screen.findByText('Your course is ready.')).toBeTruthy()
})

test('receipts that could not be loaded say so, and the purchase is still shown', async () => {
  answerPayment(payment('paid', 'granted'))
  breakNetwork('listReceipts')
  const { press } = await renderRoute(`/purchases/${purchaseId}`, { user: aisyah })
  expect(await screen.findByText('The receipts could not be loaded')).toBeTruthy()
  answer('listReceipts', { success: true, data: [] })
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('The receipts could not be loaded')).toBeNull())
})

test('a failed history says so and can be retried', async () => {
  breakNetwork('paymentHistory')
  const { press } = await renderRoute('/purchases', { user: aisyah })
  expect(await screen.findByText('Failed to fetch payment history')).toBeTruthy()
  expect(screen.getByText(/^Apogee did not answer\. Check your connection/)).toBeTruthy()
  answer('paymentHistory', noPurchases)
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
})

test('a server error says that it is ours, with an id for support', async () => {
  answer('paymentHistory', () =>
    Response.json(
      { success: false, error: 'Oops', errorCode: 'INTERNAL', requestId: 'req-77' },
      { status: 500 },
    ),
  )
  await renderRoute('/purchases', { user: aisyah, language: 'ms' })
  expect(await screen.findByText(/^Ada kegagalan di pihak kami\. .*rujukan ini: req-77$/)).toBeTruthy()
})
