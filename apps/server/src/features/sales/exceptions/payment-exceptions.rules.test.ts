import { describe, expect, test } from 'vitest'
import { amountOf, canApply, choicesOf, explains } from './payment-exceptions.rules.ts'

type Item = Parameters<typeof choicesOf>[0]

const line = {
  lineId: 1,
  sellerId: 1,
  courseId: 11,
  title: 'Orbits',
  priceCents: 10_000,
  leftCents: 10_000,
  status: 'granted' as const,
  isOwnedOtherwise: false,
}
const item: Item = {
  topic: 'held',
  state: 'open',
  isRefunding: false,
  receivedCents: 10_000,
  givenBackCents: 0,
  totalCents: 10_000,
  reviewReason: 'other_amount',
  orderState: 'pending',
  refundCents: null,
  refundState: null,
  refundLines: [],
  lines: [line],
}

describe('what can be decided', () => {
  const table: [string, Partial<Item>, string][] = [
    ['money that does not match', {}, 'give_back keep'],
    ['money that only a name is wrong of', { reviewReason: 'other_reference' }, 'apply give_back keep'],
    ['money set to paid by hand', { reviewReason: 'marked_as_paid' }, 'apply keep'],
    ['the same, less than the order', { reviewReason: 'marked_as_paid', receivedCents: 9_000 }, 'keep'],
    [
      'a refund that does not end',
      { topic: 'refund_stuck', isRefunding: true, refundState: 'pending' },
      'was_made not_made',
    ],
    ['one that ended otherwise', { topic: 'refund_stuck', refundState: 'done' }, 'dismiss'],
    ['money kept before', { state: 'kept' }, 'give_back'],
    ['a surplus', { topic: 'surplus', orderState: 'paid', reviewReason: null }, 'give_back keep'],
    ['a surplus while it goes back', { topic: 'surplus', isRefunding: true }, ''],
    ['money given back unnamed', { topic: 'unnamed_refund', refundCents: 500 }, 'name_lines'],
    ['a chargeback', { topic: 'chargeback', refundCents: 500 }, 'close_access keep_access'],
    ['money that came back', { topic: 'money_back', refundCents: 500 }, 'open_access give_back leave_closed'],
    ['a refund not made', { topic: 'refund_failed', refundCents: 500 }, 'give_back dismiss'],
    [
      'a course owned before',
      { topic: 'already_owned', lines: [{ ...line, isOwnedOtherwise: true }] },
      'give_back keep',
    ],
    ['what is closed', { state: 'closed' }, ''],
  ]
  test.each(table)('the choices of a payment exception: %s', (_, change, choices) => {
    expect(choicesOf({ ...item, ...change }).join(' ')).toBe(choices)
  })

  test('held money is applied to its order only as a whole, once, and while the order is unpaid', () => {
    const good: Item = { ...item, reviewReason: 'other_brand' }
    expect(canApply(good)).toBe(true)
    expect(canApply({ ...good, receivedCents: 9_999 })).toBe(false)
    expect(canApply({ ...good, givenBackCents: 1 })).toBe(false)
    expect(canApply({ ...good, orderState: 'paid' })).toBe(false)
    expect(canApply({ ...good, reviewReason: 'other_mode' })).toBe(false)
    expect(canApply({ ...good, reviewReason: 'other_currency' })).toBe(false)
  })

  test('the amount of an exception is the rest of held money, or the refund', () => {
    expect(amountOf({ ...item, givenBackCents: 4_000 })).toBe(6_000)
    expect(amountOf({ ...item, givenBackCents: 10_000, state: 'closed' })).toBe(10_000)
    expect(amountOf({ ...item, topic: 'chargeback', refundCents: 700 })).toBe(700)
  })

  test('named lines must add up to the amount, each line once and within its price', () => {
    const unnamed = {
      refundCents: 10_500,
      lines: [line, { ...line, lineId: 2, courseId: 12, leftCents: 500 }],
    }
    expect(
      explains(unnamed, [
        { courseId: 11, amount: 10_000 },
        { courseId: 12, amount: 500 },
      ]),
    ).toBe(true)
    expect(
      explains(unnamed, [
        { courseId: 11, amount: 10_000 },
        { courseId: 12, amount: 499 },
      ]),
    ).toBe(false)
    expect(
      explains(unnamed, [
        { courseId: 11, amount: 5_250 },
        { courseId: 11, amount: 5_250 },
      ]),
    ).toBe(false)
    expect(explains(unnamed, [{ courseId: 12, amount: 10_500 }])).toBe(false)
    expect(explains(unnamed, [{ courseId: 99, amount: 10_500 }])).toBe(false)
  })
})
