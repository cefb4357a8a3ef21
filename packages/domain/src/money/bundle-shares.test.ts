import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf } from './bundle-shares.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

test.each<[string, number, number[], number[]]>([
  ['shares are in proportion to the list prices', 15_000, [20_000, 10_000], [10_000, 5_000]],
  ['a sen that is left goes to the largest remainder', 100, [100, 100, 101], [33, 33, 34]],
  ['the first of equal remainders gets the sen', 100, [100, 100, 100], [34, 33, 33]],
  ['a course without a price has no share', 900, [1_000, 0], [900, 0]],
  ['a price above the list prices is reduced to them', 5_000, [1_000, 2_000], [1_000, 2_000]],
])('%s', (_sentence, price, lists, shares) => {
  expect(sharesOf(price, lists)).toEqual(shares)
})

const lists = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 10 })

test('shares add up to the price, and none exceeds its list price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), lists, (price, listCents) => {
      const shares = sharesOf(price, listCents)
      expect(sum(shares)).toBe(Math.min(price, sum(listCents)))
      expect(shares.every((share, index) => share >= 0 && share <= (listCents[index] ?? 0))).toBe(true)
    }),
  )
})
