import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProviderPurchase } from '#server/adapters/payments/port.ts'
import {
  extraMoney,
  canBecome,
  distinctIds,
  isSameOrder,
  judgePayment,
  nextReadAt,
  orderStateAfter,
  orderStates,
  orderTransitions,
  refundSeen,
  replaces,
  statusShown,
  type OrderState,
  type PaymentFact,
  type StateSnapshot,
} from './orders.rules.ts'

const purchase: ProviderPurchase = {
  id: 'purchase-1',
  state: 'paid',
  providerStatus: 'paid',
  version: 0,
  payable: false,
  reference: 'order-1',
  brandId: 'brand-1',
  amountCents: 14_900,
  currency: 'MYR',
  paidAmountCents: 14_900,
  paidCurrency: 'MYR',
  isTest: false,
  markedAsPaid: false,
  refundableCents: 14_900,
  refundKinds: ['full', 'partial'],
  checkoutUrl: '',
  paidAt: null,
  paymentMethod: 'fpx',
  attemptError: null,
  raw: {},
}

describe('the life of an order', () => {
  const allowed: Record<OrderState, string> = {
    created: 'pending paid failed cancelled expired',
    pending: 'created paid failed cancelled expired',
    failed: 'created pending paid cancelled expired',
    cancelled: 'paid',
    expired: 'paid',
    paid: 'refunded',
    refunded: 'paid',
  }
  for (const from of orderStates) {
    for (const to of orderStates) {
      const is = allowed[from].split(' ').includes(to)
      test(`the order state ${from} ${is ? 'can become' : 'never becomes'} ${to}`, () =>
        expect(canBecome(from, to)).toBe(is))
    }
  }

  test('every state except paid can still be paid: refunded after its money returned', () => {
    const payable = orderStates.filter((state) => canBecome(state, 'paid'))
    expect(payable).toEqual(['created', 'pending', 'failed', 'cancelled', 'expired', 'refunded'])
  })

  test('no order state leads to itself', () => {
    for (const state of orderStates) expect(orderTransitions[state]).not.toContain(state)
  })
})

describe('the state that payments amount to', () => {
  const unpaid = (state: PaymentFact['state']): PaymentFact => ({ state, outcome: null })
  const settled: PaymentFact = { state: 'paid', outcome: 'settled' }
  const held: PaymentFact = { state: 'paid', outcome: 'needs_review' }
  const open = [{ status: 'open' }] as const
  test.each([
    ['nothing happened', 'created', [], open, 'created'],
    ['the page was declined', 'created', [unpaid('failed')], open, 'failed'],
    ['the bank is thinking', 'failed', [unpaid('pending')], open, 'pending'],
    ['the page ran out', 'created', [unpaid('expired')], open, 'expired'],
    ['a new page follows an expired one', 'created', [unpaid('expired'), unpaid('created')], open, 'created'],
    [
      'an older page is still at its bank',
      'created',
      [unpaid('pending'), unpaid('created')],
      open,
      'pending',
    ],
    ['a given-up order stays given up', 'cancelled', [unpaid('created')], open, 'cancelled'],
    ['a payment settles', 'expired', [settled], [{ status: 'granted' }], 'paid'],
    ['a refund of all lines', 'paid', [settled], [{ status: 'refunded' }], 'refunded'],
    ['a refund of one line', 'paid', [settled], [{ status: 'refunded' }, { status: 'granted' }], 'paid'],
    ['money waits for a person', 'created', [held], open, 'pending'],
    ['money that waited was given back', 'pending', [{ ...held, state: 'refunded' }], open, 'cancelled'],
    [
      'a settled order hears of a second page',
      'paid',
      [settled, unpaid('created')],
      [{ status: 'granted' }],
      'paid',
    ],
  ] as const)("payments decide the order's state: %s: %s", (_name, current, payments, lines, wanted) => {
    expect(orderStateAfter(current, payments, lines)).toBe(wanted)
  })

  test('needs_review is shown only while money is held and no payment has settled the order', () => {
    expect(statusShown('pending', [held])).toBe('needs_review')
    expect(statusShown('expired', [held])).toBe('needs_review')
    expect(statusShown('paid', [held, settled])).toBe('paid')
    expect(statusShown('cancelled', [{ ...held, state: 'refunded' }])).toBe('cancelled')
    for (const state of orderStates) expect(statusShown(state, [])).toBe(state)
  })
})

describe('judging a payment', () => {
  const order = { publicId: 'order-1', totalCents: 14_900, currency: 'MYR', paymentAccountId: 7 }
  const payment = { providerId: 'purchase-1', paymentAccountId: 7 }
  const account = { id: 7, brandId: 'brand-1', testMode: false }

  test('a payment that matches its order settles it', () => {
    expect(judgePayment(order, payment, account, purchase)).toEqual({ settle: true })
    expect(judgePayment(order, { ...payment, providerId: null }, account, purchase)).toEqual({ settle: true })
  })

  test.each([
    ['one sen too little', { paidAmountCents: 14_899 }, 'other_amount'],
    ['one sen too much', { paidAmountCents: 14_901 }, 'other_amount'],
    ['a purchase of another total', { amountCents: 14_901 }, 'other_amount'],
    ['a payment that names no amount', { paidAmountCents: null }, 'other_amount'],
    ['another currency of the purchase', { currency: 'SGD' }, 'other_currency'],
    ['another currency of the payment', { paidCurrency: 'SGD' }, 'other_currency'],
    ['another brand', { brandId: 'brand-2' }, 'other_brand'],
    ['another order’s reference', { reference: 'order-2' }, 'other_reference'],
    ['no reference', { reference: '' }, 'other_reference'],
    ['another purchase', { id: 'purchase-2' }, 'other_purchase'],
    ['a test purchase where real money is expected', { isTest: true }, 'other_mode'],
    ['set to paid by hand', { markedAsPaid: true }, 'marked_as_paid'],
  ] as const)('a payment with %s needs a decision', (_name, change, reason) => {
    expect(judgePayment(order, payment, account, { ...purchase, ...change })).toEqual({ hold: reason })
  })

  test('a payment to another account needs a decision', () => {
    const hold = { hold: 'other_account' }
    expect(judgePayment(order, payment, { ...account, id: 8 }, purchase)).toEqual(hold)
    expect(judgePayment({ ...order, paymentAccountId: 8 }, payment, account, purchase)).toEqual(hold)
    expect(judgePayment({ ...order, paymentAccountId: null }, payment, account, purchase)).toEqual(hold)
  })

  test("either mode is accepted while the key's mode is unknown", () => {
    const unknown = { ...account, testMode: null }
    expect(judgePayment(order, payment, unknown, { ...purchase, isTest: true })).toEqual({ settle: true })
  })
})

describe('readings', () => {
  test('any order and repetition of snapshots ends in the same state', () => {
    const life = [
      { state: 'created', version: 1 },
      { state: 'failed', version: 3 },
      { state: 'pending', version: 4 },
      { state: 'expired', version: 5 },
      { state: 'paid', version: 6 },
      { state: 'pending', version: 7 },
      { state: 'refunded', version: 8 },
      { state: 'pending', version: 9 },
    ] as const satisfies StateSnapshot[]
    const readings = fc
      .integer({ min: 1, max: life.length })
      .chain((past) =>
        fc.tuple(
          fc.constant(life.slice(0, past)),
          fc.array(fc.constantFrom(...life.slice(0, past)), { maxLength: 12 }),
        ),
      )
      .chain(([truth, repeated]) => {
        const all: StateSnapshot[] = [...truth, ...repeated]
        return fc.tuple(fc.constant(truth), fc.shuffledSubarray(all, { minLength: all.length }))
      })
    fc.assert(
      fc.property(readings, ([truth, providerPurchase]) => {
        const start: StateSnapshot = { state: 'created', version: 0 }
        const end = providerPurchase.reduce((held, next) => (replaces(held, next) ? next : held), start)
        const money = truth.filter(({ state }) => state === 'paid' || state === 'refunded')
        expect(end).toEqual(money.at(-1) ?? truth.at(-1))
      }),
    )
  })

  test('a full refund is applied, and partial refunds and disputes need a decision', () => {
    expect(refundSeen(purchase)).toBe('none')
    expect(refundSeen({ state: 'refunded', refundableCents: 0 })).toBe('full')
    expect(refundSeen({ state: 'refunded', refundableCents: 1 })).toBe('partly_refunded')
    expect(refundSeen({ state: 'refunded', refundableCents: null })).toBe('partly_refunded')
    expect(refundSeen({ state: 'charged_back', refundableCents: 0 })).toBe('chargeback')
  })
})

describe('the sweeper’s times', () => {
  const openedAt = new Date('2026-11-20T00:00:00Z')
  const dueAt = new Date(openedAt.getTime() + 3_600_000)
  const hour = 3_600_000

  function reads(): Date[] {
    const at: Date[] = []
    let now: Date | null = openedAt
    for (;;) {
      now = nextReadAt({ openedAt, dueAt, paidAt: null, isGivenBack: false, now })
      if (!now) return at
      at.push(now)
    }
  }

  test('the first read is after 15 seconds, the pauses grow to an hour, the last is 37 hours past the due time', () => {
    const times = reads().map((at) => at.getTime() - openedAt.getTime())
    expect(times[0]).toBe(15_000)
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(hour)
    expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((one, other) => one - other))
    expect(times.at(-1)).toBe(38 * hour)
    expect(times.length).toBeLessThan(70)
  })

  test('a paid purchase is read for later refunds, then no more', () => {
    const next = (days: number) =>
      nextReadAt({
        openedAt,
        dueAt,
        paidAt: openedAt,
        isGivenBack: false,
        now: new Date(openedAt.getTime() + days * 24 * hour),
      })
    expect(next(0)).toEqual(new Date(openedAt.getTime() + 24 * hour))
    expect(next(5)).toEqual(new Date(openedAt.getTime() + 8 * 24 * hour))
    expect(next(64)).toBeNull()
    expect(nextReadAt({ openedAt, dueAt, paidAt: openedAt, isGivenBack: true, now: openedAt })).toBeNull()
  })
})

test('courses count once and are locked in the order of their ids', () => {
  expect(distinctIds([9, 5, 9, 10, 5])).toEqual([5, 9, 10])
})

describe('an open order is the same only', () => {
  const line = (course: number, priceCents: number, off = { sale: 0, coupon: 0, tax: 0 }) => ({
    courseId: course,
    key: course,
    priceCents,
    saleDiscountCents: off.sale,
    couponDiscountCents: off.coupon,
    taxCents: off.tax,
    access: course === 1 ? { months: 12 } : null,
    cohortId: course === 1 ? 4 : null,
    bundleId: course === 1 ? 6 : null,
  })
  const open = { couponId: null, lines: [line(1, 100), line(2, 200)] }
  const isSame = (...lines: ReturnType<typeof line>[]) => isSameOrder(open, { couponId: null, lines })

  test('an open order is reused only with the same courses at the same prices', () => {
    expect(isSame(line(2, 200), line(1, 100))).toBe(true)
    expect(isSame(line(1, 100))).toBe(false)
    expect(isSame(line(1, 100), line(2, 201))).toBe(false)
    expect(isSame(line(1, 100), line(3, 200))).toBe(false)
  })

  test('an open order is reused only when sale, code and SST are the same', () => {
    expect(isSame(line(1, 100), line(2, 200, { sale: 5, coupon: 0, tax: 0 }))).toBe(false)
    expect(isSame(line(1, 100), line(2, 200, { sale: 0, coupon: 5, tax: 0 }))).toBe(false)
    expect(isSame(line(1, 100), line(2, 200, { sale: 0, coupon: 0, tax: 5 }))).toBe(false)
    expect(isSameOrder(open, { ...open, couponId: 7 })).toBe(false)
  })

  test('an open order is reused only when its courses are bought in the same bundles', () => {
    expect(isSame(line(2, 200), { ...line(1, 100), bundleId: null })).toBe(false)
  })

  test('an open order is reused only when the access lasts as long as the order promises', () => {
    expect(isSame(line(2, 200), { ...line(1, 100), access: { months: 6 } })).toBe(false)
    expect(isSame(line(2, 200), { ...line(1, 100), access: null })).toBe(false)
  })

  test('an open order is reused only for the cohort that it promises', () => {
    expect(isSame(line(2, 200), { ...line(1, 100), cohortId: 5 as 4 })).toBe(false)
    expect(isSame(line(2, 200), { ...line(1, 100), cohortId: null })).toBe(false)
  })
})

test('money beyond an order is shown to its buyer: the refunded part, and what became of the rest', () => {
  const row = {
    outcome: 'surplus',
    receivedCents: 10_000,
    arrivedAt: new Date('2026-03-01T00:00:00.000Z'),
    givenBackCents: 4_000,
    givenBackAt: new Date('2026-03-02T00:00:00.000Z'),
    isRefunding: false,
    keptAt: new Date('2026-03-03T00:00:00.000Z'),
  } as const
  const back = { cause: 'second', amount: 4_000, state: 'returned', at: '2026-03-02T00:00:00.000Z' }
  const rest = { cause: 'second', amount: 6_000 }
  expect(extraMoney(row)).toEqual([back, { ...rest, state: 'kept', at: '2026-03-03T00:00:00.000Z' }])
  expect(extraMoney({ ...row, isRefunding: true })).toEqual([
    back,
    { ...rest, state: 'returning', at: '2026-03-01T00:00:00.000Z' },
  ])
  expect(extraMoney({ ...row, outcome: 'needs_review', givenBackCents: 10_000 })).toEqual([
    { ...back, cause: 'mismatch', amount: 10_000 },
  ])
})
