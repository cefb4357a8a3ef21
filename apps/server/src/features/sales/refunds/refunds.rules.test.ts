import type { RefundId } from '@apogee/domain/ids.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askable, givenBack, refundNews, type RefundFact } from './refunds.rules.ts'

const lines = [
  { id: 1, leftCents: 10_000, isGranted: true },
  { id: 2, leftCents: 4_900, isGranted: true },
]
const facts = { isChargeback: false, isEmptied: false, settles: true, refunds: [], lines }
const refund = ({ id = 7, ...change }: Partial<Omit<RefundFact, 'id'>> & { id?: number }): RefundFact => ({
  id: id as RefundId,
  kind: 'lines',
  state: 'asking',
  amountCents: 4_900,
  isNamed: true,
  failure: null,
  lines: [{ lineId: 2, cents: 4_900 }],
  ...change,
})
const nothing = { done: [], reversed: [], found: [], named: [] }

describe('what a reading says of refunds', () => {
  test('a snapshot without refunds has no news', () => {
    expect(refundNews({ ...facts, givenBackCents: 0, refunds: [refund({})] })).toEqual(nothing)
  })

  test('a requested refund is done; the same snapshot again changes nothing', () => {
    expect(refundNews({ ...facts, givenBackCents: 4_900, refunds: [refund({})] }).done).toEqual([7])
    const done = [refund({ state: 'done' })]
    const left = [lines[0]!, { ...lines[1]!, leftCents: 0 }]
    expect(refundNews({ ...facts, givenBackCents: 4_900, refunds: done, lines: left })).toEqual(nothing)
  })

  test('a planned refund is not done by money refunded otherwise', () => {
    const news = refundNews({ ...facts, givenBackCents: 4_900, refunds: [refund({ state: 'planned' })] })
    expect(news).toMatchObject({ done: [], found: [{ amountCents: 4_900, lines: null }] })
  })

  test('an abandoned refund counts as done when it shows later', () => {
    const lost = refund({ state: 'failed', failure: 'no_trace' })
    expect(refundNews({ ...facts, givenBackCents: 4_900, refunds: [lost] }).done).toEqual([7])
    const late = refund({ state: 'failed', failure: 'refund_failure' })
    expect(refundNews({ ...facts, givenBackCents: 4_900, refunds: [late] })).toEqual({
      ...nothing,
      done: [7],
    })
    const refused = refund({ state: 'failed', failure: 'purchase_refund_error' })
    expect(refundNews({ ...facts, givenBackCents: 4_900, refunds: [refused] }).done).toEqual([])
  })

  test('a full refund at the provider covers all lines; a partial one names none', () => {
    const all = refundNews({ ...facts, givenBackCents: 14_900, isEmptied: true })
    expect(all.found).toEqual([
      {
        kind: 'lines',
        amountCents: 14_900,
        lines: [
          { lineId: 1, cents: 10_000 },
          { lineId: 2, cents: 4_900 },
        ],
      },
    ])
    const unnamed = refund({ id: 8, state: 'done', amountCents: 5_000, isNamed: false, lines: [] })
    const rest = refundNews({ ...facts, givenBackCents: 14_900, isEmptied: true, refunds: [unnamed] })
    expect(rest.named).toEqual([{ id: 8, lines: [{ lineId: 1, cents: 5_000 }] }])
    expect(rest.found[0]?.lines).toEqual([
      { lineId: 1, cents: 5_000 },
      { lineId: 2, cents: 4_900 },
    ])
  })

  test('when nothing is left at the provider but the lines hold more, the lines are unknown', () => {
    const news = refundNews({ ...facts, givenBackCents: 4_900, isEmptied: true })
    expect(news.found).toEqual([{ kind: 'lines', amountCents: 4_900, lines: null }])
  })

  test('a requested refund does not match when its line has no money left', () => {
    const left = [lines[0]!, { ...lines[1]!, leftCents: 0 }]
    const news = refundNews({ ...facts, givenBackCents: 4_900, refunds: [refund({})], lines: left })
    expect(news).toMatchObject({ done: [], found: [{ amountCents: 4_900, lines: null }] })
  })

  test('returned money reverses a dispute first, then the newest refund', () => {
    const done = [
      refund({ id: 1, state: 'done' }),
      refund({
        id: 2,
        state: 'done',
        kind: 'chargeback',
        amountCents: 10_000,
        lines: [{ lineId: 1, cents: 10_000 }],
      }),
      refund({ id: 3, state: 'done', kind: 'lines', amountCents: 100, lines: [] }),
    ]
    expect(refundNews({ ...facts, givenBackCents: 5_000, refunds: done }).reversed).toEqual([2])
    expect(refundNews({ ...facts, givenBackCents: 0, refunds: done }).reversed).toEqual([2, 3, 1])
  })

  test('after any snapshot our refunds add up to what the provider has refunded', () => {
    const states = ['planned', 'asking', 'pending', 'done', 'failed', 'reversed'] as const
    const some = fc.array(
      fc.record({ state: fc.constantFrom(...states), amountCents: fc.integer({ min: 1, max: 5_000 }) }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(
        some,
        fc.integer({ min: 0, max: 20_000 }),
        fc.boolean(),
        (given, givenBackCents, isEmptied) => {
          const refunds = given.map((one, id) => refund({ ...one, id, lines: [], failure: null }))
          const news = refundNews({ ...facts, givenBackCents, isEmptied, refunds })
          const reversed = new Set(news.reversed)
          const live = refunds.filter(
            ({ id, state }) => (state === 'done' && !reversed.has(id)) || news.done.includes(id),
          )
          const sum = [...live, ...news.found].reduce((cents, { amountCents }) => cents + amountCents, 0)
          expect(sum).toBe(givenBackCents)
        },
      ),
    )
  })
})

test('the refunded amount follows from status and remaining amount', () => {
  const paid = { state: 'paid', refundableCents: 0, paidAmountCents: 100 } as const
  expect(givenBack(paid)).toBe(0)
  expect(givenBack({ ...paid, refundableCents: 60 }, 40)).toBe(40)
  expect(givenBack({ ...paid, refundableCents: 100 }, 40)).toBe(0)
  expect(givenBack({ ...paid, refundableCents: 0 }, 100)).toBe(0)
  expect(givenBack({ ...paid, state: 'refunded', refundableCents: 40 })).toBe(60)
  expect(givenBack({ ...paid, state: 'charged_back', refundableCents: 40 })).toBe(100)
  expect(givenBack({ ...paid, state: 'refunded', refundableCents: null })).toBeNull()
})

test('a buyer may request once within the promised days, below the promised percentage watched', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000)
  const bought = {
    status: 'granted' as const,
    leftCents: 100,
    priceCents: 100,
    settledAt: days(30),
    moneyBack: { days: 30, percent: 30 },
    watchedPercent: 29,
    request: null,
    isUnderWay: false,
    isTaken: false,
    now,
  }
  expect(askable(bought)).toBe('open')
  expect(askable({ ...bought, settledAt: days(31) })).toBe('too_late')
  expect(askable({ ...bought, watchedPercent: 30 })).toBe('watched')
  expect(askable({ ...bought, moneyBack: { days: 7, percent: 30 } })).toBe('too_late')
  expect(askable({ ...bought, watchedPercent: 30, moneyBack: { days: 30, percent: 50 } })).toBe('open')
  expect(askable({ ...bought, moneyBack: { days: 0, percent: 30 } })).toBe('not_promised')
  expect(askable({ ...bought, request: 'open' })).toBe('requested')
  expect(askable({ ...bought, request: 'declined' })).toBe('declined')
  expect(askable({ ...bought, leftCents: 0 })).toBe('refunded')
  expect(askable({ ...bought, priceCents: 0, leftCents: 0 })).toBe('free')
  expect(askable({ ...bought, isUnderWay: true })).toBe('under_way')
  expect(askable({ ...bought, isTaken: true })).toBe('taken')
})
