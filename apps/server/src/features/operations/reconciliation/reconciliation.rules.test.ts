import { describe, expect, test } from 'vitest'
import { alarmsIn, alarmLimitsAt, type MoneyState } from './payment-monitoring.rules.ts'
import { lastNight, providerDifference, stageAfter, type StoredPayment } from './reconciliation.rules.ts'

const stored = (given: Partial<StoredPayment> = {}): StoredPayment => ({
  isPaid: true,
  receivedCents: 1_000,
  refundedCents: 0,
  isRefunding: false,
  ...given,
})
const purchase = (given = {}) =>
  ({
    state: 'paid',
    paidAmountCents: 1_000,
    refundableCents: 1_000,
    ...given,
  }) as const

describe('the provider’s word and ours', () => {
  test.each<[string, StoredPayment, ReturnType<typeof purchase>, unknown]>([
    ['agree on a paid one', stored(), purchase(), null],
    [
      'agree on one that was never paid, whatever it is called',
      stored({ isPaid: false, receivedCents: null }),
      purchase({ state: 'unpaid', paidAmountCents: null, refundableCents: null }),
      null,
    ],
    [
      'differ where it is paid there only',
      stored({ isPaid: false, receivedCents: null }),
      purchase(),
      { kind: 'provider_state', expectedCents: 1_000, foundCents: 0 },
    ],
    [
      'differ where it is paid here only',
      stored(),
      purchase({ state: 'unpaid', paidAmountCents: null }),
      { kind: 'provider_state', expectedCents: 0, foundCents: 1_000 },
    ],
    [
      'differ in the amount',
      stored({ receivedCents: 999 }),
      purchase(),
      { kind: 'provider_amount', expectedCents: 1_000, foundCents: 999 },
    ],
    [
      'differ where more was given back than is written down',
      stored({ refundedCents: 100 }),
      purchase({ state: 'refunded', refundableCents: 600 }),
      { kind: 'provider_refund', expectedCents: 400, foundCents: 100 },
    ],
    [
      'agree on what was given back',
      stored({ refundedCents: 400 }),
      purchase({ state: 'refunded', refundableCents: 600 }),
      null,
    ],
    [
      'are not compared while a refund is under way',
      stored({ isRefunding: true }),
      purchase({ state: 'refunded', refundableCents: 600 }),
      null,
    ],
    [
      'agree where the provider does not say what is left',
      stored(),
      purchase({ refundableCents: null }),
      null,
    ],
    ['agree where the way of payment cannot be refunded', stored(), purchase({ refundableCents: 0 }), null],
    [
      'differ where nothing is left of a refunded one and nothing is written down',
      stored(),
      purchase({ state: 'refunded', refundableCents: 0 }),
      { kind: 'provider_refund', expectedCents: 1_000, foundCents: 0 },
    ],
    [
      'differ where nothing is left and only a part was given back here',
      stored({ refundedCents: 400 }),
      purchase({ refundableCents: 0 }),
      { kind: 'provider_refund', expectedCents: 1_000, foundCents: 400 },
    ],
    [
      'agree on a dispute that took all of it, whatever is called refundable',
      stored({ refundedCents: 1_000 }),
      purchase({ state: 'charged_back' }),
      null,
    ],
  ])('a provider state compared with ours: %s', (_, ours, theirs, expected) => {
    expect(providerDifference(ours, theirs)).toEqual(expected)
  })
})

test('the stages follow one another to the end', () => {
  expect([
    stageAfter('provider'),
    stageAfter('orders'),
    stageAfter('enrolments'),
    stageAfter('books'),
  ]).toEqual(['orders', 'enrolments', 'books', null])
})

test.each([
  ['2026-11-20T19:00:00Z', '2026-11-20T19:00:00Z'],
  ['2026-11-20T18:59:59Z', '2026-11-19T19:00:00Z'],
  ['2026-11-21T12:00:00Z', '2026-11-20T19:00:00Z'],
])('at %s the last 03:00 in Kuala Lumpur was %s', (now, night) => {
  expect(lastNight(new Date(now))).toEqual(new Date(night))
})

describe('alarms', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  const calm: MoneyState = {
    lateCallbacks: 0,
    stuckSettlements: 0,
    stuckRefunds: 0,
    unbookedSales: 0,
    reviewItems: 0,
    oldestReviewSeconds: 0,
    refundRequests: 0,
    openSignals: 0,
    oldestSignalSeconds: 0,
    ledgerCents: 0,
    differences: 0,
    reconciledAt: null,
  }

  test.each<[string, Partial<MoneyState>, unknown]>([
    ['nothing is wrong', {}, []],
    [
      'requests and fresh reviews are everyday work',
      { refundRequests: 5, reviewItems: 2, oldestReviewSeconds: 60 },
      [],
    ],
    ['the ledger misses zero to either side', { ledgerCents: -1 }, [{ what: 'ledger_not_zero', count: 1 }]],
    [
      'a decision has waited for more than two days',
      { reviewItems: 3, oldestReviewSeconds: 200_000 },
      [{ what: 'old_review', count: 3 }],
    ],
    ['callbacks lie', { lateCallbacks: 4 }, [{ what: 'late_callbacks', count: 4 }]],
    [
      'the last comparison is three days old',
      { reconciledAt: new Date('2026-11-17T00:00:00Z') },
      [{ what: 'reconciliation_late', count: 1 }],
    ],
    ['the newest comparison found something', { differences: 2 }, [{ what: 'differences', count: 2 }]],
  ])('a money alarm: %s', (_, given, expected) => {
    expect(alarmsIn({ ...calm, ...given }, now)).toEqual(expected)
  })

  test('a callback is late after five minutes', () => {
    expect(alarmLimitsAt(now).callbackBefore).toEqual(new Date('2026-11-19T23:55:00Z'))
  })
})
