import { describe, expect, test } from 'vitest'
import { historyOf, refundMoments, type PaymentFacts } from './seller-orders.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))

const payment = (past: Partial<PaymentFacts> = {}): PaymentFacts => ({
  state: 'created',
  outcome: null,
  createdAt: at(0),
  dueAt: at(60),
  paidAt: null,
  lastReadAt: null,
  ...past,
})

describe('what happened when', () => {
  test.each<[string, PaymentFacts[], Date | null, [Date, string][]]>([
    ['a page that waits', [payment()], null, [[at(0), 'payment_opened']]],
    [
      'a sale',
      [payment({ state: 'paid', outcome: 'settled', paidAt: at(5) })],
      at(6),
      [
        [at(0), 'payment_opened'],
        [at(5), 'paid'],
        [at(6), 'access_given'],
      ],
    ],
    [
      'a sale whose provider tells whole seconds',
      [payment({ state: 'paid', outcome: 'settled', createdAt: at(1), paidAt: at(0) })],
      at(1),
      [
        [at(1), 'payment_opened'],
        [at(1), 'paid'],
        [at(1), 'access_given'],
      ],
    ],
    [
      'a sale that was given back',
      [payment({ state: 'refunded', outcome: 'settled', paidAt: at(5), lastReadAt: at(50) })],
      at(5),
      [
        [at(0), 'payment_opened'],
        [at(5), 'paid'],
        [at(5), 'access_given'],
        [at(50), 'refunded'],
      ],
    ],
    [
      'a declined card and then money twice',
      [
        payment({ state: 'failed', lastReadAt: at(2) }),
        payment({ createdAt: at(3), state: 'paid', outcome: 'settled', paidAt: at(5) }),
        payment({ createdAt: at(4), state: 'paid', outcome: 'surplus', paidAt: at(8) }),
      ],
      at(5),
      [
        [at(0), 'payment_opened'],
        [at(2), 'payment_failed'],
        [at(3), 'payment_opened'],
        [at(4), 'payment_opened'],
        [at(5), 'paid'],
        [at(5), 'access_given'],
        [at(8), 'paid_again'],
      ],
    ],
    [
      'a page that was closed, one that ran out, and money nobody could place',
      [
        payment({ state: 'cancelled', lastReadAt: at(1) }),
        payment({ state: 'expired' }),
        payment({ state: 'paid', outcome: 'needs_review', paidAt: at(9) }),
      ],
      null,
      [
        [at(0), 'payment_opened'],
        [at(0), 'payment_opened'],
        [at(0), 'payment_opened'],
        [at(1), 'payment_cancelled'],
        [at(9), 'held_for_review'],
        [at(60), 'payment_expired'],
      ],
    ],
  ])("an order's history: %s", (_, payments, settledAt, expected) => {
    const history = historyOf({ createdAt: at(0), settledAt, payments })
    expect(history.map((moment) => [moment.at, moment.what])).toEqual([[at(0), 'placed'], ...expected])
  })

  test("a chargeback is shown as the bank's action, not as a refund", () => {
    const charged = { kind: 'chargeback', isAsked: false, askedBy: null, at: at(9) } as const
    expect(refundMoments({ ...charged, state: 'done', resolvedAt: at(9) })).toEqual([
      { at: at(9), what: 'charged_back' },
    ])
    expect(refundMoments({ ...charged, state: 'reversed', resolvedAt: at(20) })).toEqual([
      { at: at(9), what: 'charged_back' },
      { at: at(20), what: 'refund_reversed' },
    ])
  })
})
