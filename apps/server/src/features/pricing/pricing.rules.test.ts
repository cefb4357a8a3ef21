import { basisPointsFrom, percentOf } from '@apogee/contracts/pricing/basis-points.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runningSale } from '@apogee/domain/money/sale-price.ts'
import { codeRefusal, priceItems, totalOf, type Code, type Item } from './pricing.rules.ts'

const now = new Date('2026-08-31T04:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

const item = (key: number, listCents: number, more: Partial<Item> = {}): Item => ({
  key,
  listCents,
  sellerId: 1,
  sale: null,
  taxBasisPoints: 0,
  feeBasisPoints: 0,
  ...more,
})
const sale = (priceCents: number, startsAt: Date | null = null, endsAt: Date | null = null) => ({
  priceCents,
  startsAt,
  endsAt,
})
const code = (worth: Code['worth'], more: Partial<Code> = {}): Code => ({
  sellerId: 1,
  itemKey: null,
  worth,
  startsAt: null,
  endsAt: null,
  isArchived: false,
  maxUses: null,
  oncePerPerson: false,
  ...more,
})
const percent = (percentBasisPoints: number, more: Partial<Code> = {}) => code({ percentBasisPoints }, more)
const off = (amountCents: number, more: Partial<Code> = {}) => code({ amountCents }, more)

describe('what is paid', () => {
  const prices = (items: Item[], used: Code | null) =>
    priceItems(items, now, used).map(({ saleDiscountCents, couponDiscountCents, priceCents, taxCents }) => [
      saleDiscountCents,
      couponDiscountCents,
      priceCents,
      taxCents,
    ])
  const sst = { taxBasisPoints: 800 }

  // The last column has a row for each item: the discount of the sale, the discount of the code, the price, and the contained SST.
  test.each<[string, Item[], Code | null, number[][]]>([
    ['the list price', [item(1, 14_900)], null, [[0, 0, 14_900, 0]]],
    ['nothing for what is free', [item(1, 0, sst)], null, [[0, 0, 0, 0]]],
    ['the sale price while it runs', [item(1, 14_900, { sale: sale(9_900) })], null, [[5_000, 0, 9_900, 0]]],
    [
      'the list price before and after the sale',
      [
        item(1, 200, { sale: sale(100, minutes(1)) }),
        item(2, 200, { sale: sale(100, null, minutes(0)) }),
        item(3, 200, { sale: sale(100, minutes(0), minutes(1)) }),
      ],
      null,
      [
        [0, 0, 200, 0],
        [0, 0, 200, 0],
        [100, 0, 100, 0],
      ],
    ],
    ['never more than the list price', [item(1, 100, { sale: sale(150) })], null, [[0, 0, 100, 0]]],
    ['the SST inside, 8 % of 100 in 108', [item(1, 10_800, sst)], null, [[0, 0, 10_800, 800]]],
    ['half a sen of SST as one', [item(1, 3, { taxBasisPoints: 2_000 })], null, [[0, 0, 3, 1]]],
    ['a percentage less', [item(1, 9_999)], percent(1_000), [[0, 1_000, 8_999, 0]]],
    [
      'a percentage of the sale price',
      [item(1, 200, { sale: sale(100) })],
      percent(5_000),
      [[100, 50, 50, 0]],
    ],
    ['nothing with all of it taken off', [item(1, 14_900, sst)], percent(10_000), [[0, 14_900, 0, 0]]],
    [
      'never below nothing',
      [item(1, 500), item(2, 300)],
      off(5_000),
      [
        [0, 500, 0, 0],
        [0, 300, 0, 0],
      ],
    ],
    [
      'an amount less, shared to the sen in proportion',
      [item(1, 100), item(2, 100), item(3, 100)],
      off(100),
      [
        [0, 34, 66, 0],
        [0, 33, 67, 0],
        [0, 33, 67, 0],
      ],
    ],
    [
      'the same with what another seller sells, or what the code is not for',
      [item(1, 1_000), item(2, 1_000, { sellerId: 2 }), item(3, 1_000)],
      off(500, { itemKey: 3 }),
      [
        [0, 0, 1_000, 0],
        [0, 0, 1_000, 0],
        [0, 500, 500, 0],
      ],
    ],
    [
      'the SST inside what is left',
      [item(1, 21_600, { ...sst, sale: sale(16_200) })],
      off(5_400),
      [[5_400, 5_400, 10_800, 800]],
    ],
  ])('a price is %s', (_name, items, used, expected) => {
    expect(prices(items, used)).toEqual(expected)
  })
})

describe('a code', () => {
  const free = { taken: 0, takenByBuyer: 0 }
  test.each<[string, Code | null, Item[], typeof free, string | null]>([
    ['applies', percent(1_000), [item(1, 100)], free, null],
    ['is unknown', null, [item(1, 100)], free, 'unknown'],
    ['is unknown once archived', percent(1_000, { isArchived: true }), [item(1, 100)], free, 'unknown'],
    ['has not begun', percent(1_000, { startsAt: minutes(1) }), [item(1, 100)], free, 'not_started'],
    ['begins in its first instant', percent(1_000, { startsAt: now }), [item(1, 100)], free, null],
    ['has ended in its last instant', percent(1_000, { endsAt: now }), [item(1, 100)], free, 'expired'],
    ['is used up', off(1, { maxUses: 2 }), [item(1, 100)], { taken: 2, takenByBuyer: 0 }, 'used_up'],
    ['has a place left', off(1, { maxUses: 2 }), [item(1, 100)], { taken: 1, takenByBuyer: 1 }, null],
    [
      'was used by this person',
      off(1, { oncePerPerson: true }),
      [item(1, 100)],
      { taken: 1, takenByBuyer: 1 },
      'used_by_you',
    ],
    ['is another seller’s', off(1, { sellerId: 2 }), [item(1, 100)], free, 'other_courses'],
    ['is for another course', off(1, { itemKey: 2 }), [item(1, 100)], free, 'other_courses'],
    ['is for no course at all', off(1), [], free, 'other_courses'],
    ['finds nothing to pay', percent(5_000), [item(1, 0)], free, 'nothing_to_pay'],
    ['is worth less than half a sen', percent(1), [item(1, 100)], free, 'nothing_to_pay'],
  ])('a code %s', (_name, used, items, places, expected) => {
    expect(codeRefusal(used, items, now, places)).toBe(expected)
  })
})

describe('whatever is sold', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  const points = fc.integer({ min: 0, max: 10_000 })
  const time = fc.option(fc.integer({ min: -2, max: 2 }).map(minutes))
  const items = fc
    .array(
      fc.record({
        listCents: cents,
        sellerId: fc.integer({ min: 1, max: 3 }),
        sale: fc.option(fc.record({ priceCents: cents, startsAt: time, endsAt: time })),
        taxBasisPoints: points,
        feeBasisPoints: points,
      }),
      { maxLength: 50 },
    )
    .map((made) => made.map((one, key): Item => ({ ...one, key })))
  const codes = fc.option(
    fc
      .record({
        worth: fc.oneof(
          fc.record({ percentBasisPoints: fc.integer({ min: 1, max: 10_000 }) }),
          fc.record({ amountCents: fc.integer({ min: 1, max: 3_000_000 }) }),
        ),
        sellerId: fc.integer({ min: 1, max: 3 }),
        itemKey: fc.option(fc.integer({ min: 0, max: 49 })),
      })
      .map(({ worth, ...more }) => code(worth, more)),
  )

  test('no line is below 0 or above its list price, and its parts add up', () => {
    fc.assert(
      fc.property(items, codes, (given, used) => {
        for (const line of priceItems(given, now, used)) {
          expect(line.priceCents).toBeGreaterThanOrEqual(0)
          expect(line.saleDiscountCents).toBeGreaterThanOrEqual(0)
          expect(line.couponDiscountCents).toBeGreaterThanOrEqual(0)
          expect(line.discountCents).toBe(line.saleDiscountCents + line.couponDiscountCents)
          expect(line.priceCents).toBe(line.listCents - line.discountCents)
          expect(line.taxCents).toBeLessThanOrEqual(line.priceCents)
        }
      }),
    )
  })

  test('a code takes exactly its value, or all there is, and only off its own items', () => {
    fc.assert(
      fc.property(
        items,
        codes.filter((one) => one !== null),
        (given, used) => {
          const lines = priceItems(given, now, used)
          const its = lines.filter(
            ({ sellerId, key }) =>
              sellerId === used.sellerId && (used.itemKey === null || used.itemKey === key),
          )
          const before = its.reduce((sum, one) => sum + one.listCents - one.saleDiscountCents, 0)
          const taken = lines.reduce((sum, one) => sum + one.couponDiscountCents, 0)
          const { worth } = used
          expect(taken).toBe(
            'amountCents' in worth
              ? Math.min(worth.amountCents, before)
              : Number((BigInt(before) * BigInt(worth.percentBasisPoints) * 2n + 10_000n) / 20_000n),
          )
          for (const line of lines) if (!its.includes(line)) expect(line.couponDiscountCents).toBe(0)
        },
      ),
    )
  })

  test('a code never increases a price, and the order of items changes no total', () => {
    fc.assert(
      fc.property(items, codes, (given, used) => {
        const total = totalOf(priceItems(given, now, used))
        expect(total).toBeLessThanOrEqual(totalOf(priceItems(given, now, null)))
        expect(totalOf(priceItems(given.toReversed(), now, used))).toBe(total)
      }),
    )
  })

  test('a sale applies only below the list price and within its time', () => {
    fc.assert(
      fc.property(items, (given) => {
        for (const one of given) {
          const running = runningSale(one.sale, one.listCents, now)
          if (!running) continue
          expect(running.priceCents).toBeLessThan(one.listCents)
          if (running.startsAt) expect(running.startsAt <= now).toBe(true)
          if (running.endsAt) expect(now < running.endsAt).toBe(true)
        }
      }),
    )
  })
})

describe('a percentage as it is typed', () => {
  test.each([
    ['8', 800],
    ['2.5', 250],
    ['2,5', 250],
    ['2,50', 250],
    ['12.34', 1_234],
    [' 6 % ', 600],
    ['0', 0],
    ['100', 10_000],
  ])('the percentage %j is %i basis points', (typed, points) => {
    expect(basisPointsFrom(typed)).toBe(points)
  })

  test.each(['', '-1', '100.01', '101', '2.555', '1,000', '1e2', '2.5.1', '٥', 'abc', '2 5', '.5', '5.'])(
    '%j is not a percentage',
    (typed) => {
      expect(basisPointsFrom(typed)).toBeNull()
    },
  )

  test('a percentage is formatted as it was typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (points) => {
        expect(basisPointsFrom(percentOf(points))).toBe(points)
      }),
    )
  })
})
