import type { RefundRequest, PaymentException } from '@apogee/contracts/sales/refunds.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const item: PaymentException = {
  id: 'itemitemitemitem',
  topic: 'unnamed_refund',
  state: 'open',
  amount: 4_900,
  cause: null,
  choices: ['name_lines'],
  decidedFor: 'caller',
  isRefunding: false,
  openedAt: '2026-11-18T02:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  choice: null,
  reason: '',
  order: {
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    total: 14_900,
    createdAt: '2026-11-18T02:00:00.000Z',
    buyer: { name: 'Aisyah Rahman', email: 'student@apogee.test' },
    lines: [
      { courseId: 5, title: 'Practical Machine Learning', price: 10_000, left: 10_000, status: 'granted' },
      { courseId: 6, title: 'Git Without Fear', price: 4_900, left: 4_900, status: 'granted' },
    ],
  },
}

const request: RefundRequest = {
  id: 'requestrequest12',
  orderId: 'AAAAAAAAAAAAAAAAAAAAAA',
  state: 'open',
  reason: 'Not what I expected',
  answer: '',
  createdAt: '2026-11-18T02:00:00.000Z',
  answeredAt: null,
  buyer: { name: 'Aisyah Rahman', email: 'student@apogee.test' },
  lines: [{ courseId: 6, title: 'Git Without Fear', amount: 4_900 }],
}

const listOf = <T,>(data: T[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})

beforeEach(() => {
  answer('listPaymentExceptions', listOf([item]))
  answer('listRefundRequests', listOf([request]))
})

test('an unnamed refund is assigned to courses that add up to the amount, with a reason', async () => {
  const sent = recordCalls('decidePaymentException', {
    success: true,
    data: { ...item, state: 'closed', choices: [] },
  })
  const { press } = await renderRoute('/admin/review', { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Choose the courses' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the courses' }))
  const part = dialog.getByRole('textbox', { name: 'Refunded for Git Without Fear' })
  expect(part).toHaveProperty('value', '49.00')
  await press.clear(part)
  await press.type(part, '48')
  await press.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Agreed by telephone')
  await press.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await dialog.findByText('The amounts must add up to RM 49.00')).toBeTruthy()
  await press.clear(part)
  await press.type(part, '49')
  await press.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(screen.getAllByText('Decided').length).toBeGreaterThan(1))
  expect(sent[0]?.body).toEqual({
    choice: 'name_lines',
    reason: 'Agreed by telephone',
    lines: [{ courseId: 6, amount: 4_900 }],
  })
})

test('a partial refund is assigned by the person, and a full one is not asked for', async () => {
  const [first, second] = item.order.lines
  if (!first || !second) throw new Error('two lines')
  const lines = [first, second, { ...second, courseId: 7, title: 'All back', left: 0 }]
  answer('listPaymentExceptions', listOf([{ ...item, amount: 4_000, order: { ...item.order, lines } }]))
  const { press } = await renderRoute('/admin/review', { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Choose the courses' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the courses' }))
  const parts = dialog.getAllByRole('textbox', { name: /^Refunded for/ })
  expect(dialog.getByText('At most RM 100.00')).toBeTruthy()
  expect(dialog.getByText('At most RM 49.00')).toBeTruthy()
  expect(parts.map((part) => (part as HTMLInputElement).value)).toEqual(['', ''])
})

test('a decided exception shows the choice, not the open task', async () => {
  const decided = { state: 'closed', choice: 'close_access', decidedBy: 'Devi Chandran' } as const
  answer('listPaymentExceptions', listOf([{ ...item, ...decided, topic: 'chargeback', choices: [] }]))
  await renderRoute('/admin/review', { user: admin })
  expect(await screen.findByText('Remove access')).toBeTruthy()
  expect(screen.queryByText(/still open the courses/)).toBeNull()
})

test('an exception marked as paid by hand does not say that money arrived or stays', async () => {
  const byHand = { topic: 'held', cause: 'marked_as_paid', choices: ['apply', 'keep'] } as const
  answer('listPaymentExceptions', listOf([{ ...item, ...byHand, choices: [...byHand.choices] }]))
  const { press } = await renderRoute('/admin/review', { user: admin })
  expect(
    await screen.findByText(/^The payment provider shows this order as paid, with RM 49.00/),
  ).toBeTruthy()
  expect(screen.queryByText(/RM 49.00 arrived/)).toBeNull()
  await press.click(screen.getByRole('button', { name: 'Keep it' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep it' }))
  expect(dialog.getByText(/^The order stays unpaid/)).toBeTruthy()
})

test('a person declares the outcome of a stuck refund, and the consequences are shown', async () => {
  answer(
    'listPaymentExceptions',
    listOf([
      { ...item, topic: 'refund_stuck' as const, isRefunding: true, choices: ['was_made', 'not_made'] },
    ]),
  )
  const sent = recordCalls('decidePaymentException', {
    success: true,
    data: { ...item, topic: 'refund_stuck', state: 'closed', choices: [] },
  })
  const { press } = await renderRoute('/admin/review', { user: admin })
  expect(await screen.findByText('Refund does not complete')).toBeTruthy()
  expect(screen.queryByText(/A refund is under way/)).toBeNull()
  await press.click(screen.getByRole('button', { name: 'The refund was not made' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/RM 49.00 stays with you, and Aisyah Rahman keeps the courses/)).toBeTruthy()
  await press.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Their mail of Monday')
  await press.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect((await screen.findAllByText('Decided')).length).toBeGreaterThan(0)
  expect(sent[0]?.body).toEqual({ choice: 'not_made', reason: 'Their mail of Monday' })
})

test('while a request waits the queue does not say that nothing waits', async () => {
  answer('listPaymentExceptions', listOf<PaymentException>([]))
  await renderRoute('/admin/review', { user: admin })
  expect(await screen.findByText('Nothing else to decide')).toBeTruthy()
  expect(screen.queryByText('No decisions waiting')).toBeNull()
})

test('a request is answered with the shown amount, the recipient, and a reason', async () => {
  const sent = recordCalls('answerRefundRequest', { success: true, data: { ...request, state: 'refunded' } })
  const { press } = await renderRoute('/admin/review', { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Refund RM 49.00' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund RM 49.00?' }))
  expect(
    dialog.getByText('RM 49.00 goes back to Aisyah Rahman, and they lose access to Git Without Fear.'),
  ).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Refund RM 49.00' }))
  expect(dialog.getByText('A reason is required')).toBeTruthy()
  await press.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Of course')
  await press.click(dialog.getByRole('button', { name: 'Refund RM 49.00' }))
  expect(await screen.findByText('RM 49.00 was refunded')).toBeTruthy()
  expect(sent[0]?.body).toEqual({
    decision: 'refund',
    reason: 'Of course',
    expectedAmount: 4_900,
  })
})

test('an empty queue says so; one that could not be loaded offers a retry', async () => {
  answer('listPaymentExceptions', listOf<PaymentException>([]))
  answer('listRefundRequests', listOf<RefundRequest>([]))
  const { press } = await renderRoute('/admin/review', { user: admin })
  expect(await screen.findByText('No decisions waiting')).toBeTruthy()
  breakNetwork('listPaymentExceptions')
  await press.click(screen.getByRole('tab', { name: 'Kept' }))
  expect(await screen.findByText('The payment problems could not be loaded')).toBeTruthy()
})

test('a refusal of the provider is shown in the dialog', async () => {
  refuse('answerRefundRequest', 'REFUND_IN_PROGRESS')
  const { press } = await renderRoute('/admin/review', { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this request?' }))
  await press.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Watched in full')
  await press.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByText(/A refund of this payment is under way/)).toBeTruthy()
})

test('a teacher of a business reads one sentence instead of failures, and the way back has the name of the navigation', async () => {
  const asked = [
    recordCalls('listPaymentExceptions', listOf([])),
    recordCalls('listRefundRequests', listOf([])),
  ]
  await renderRoute('/admin/review', { user: { ...admin, role: 'instructor' } })
  expect(await screen.findByText(/^Only admins of your business decide/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Teach', current: false }).getAttribute('href')).toBe('/admin')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(asked.flat()).toEqual([])
})
