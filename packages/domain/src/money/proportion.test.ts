import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proportionOf, rateOf, sstInside } from './proportion.ts'

test.each([
  [10_800, 800, 800],
  [10_000, 800, 741],
  [1, 800, 0],
  [7, 800, 1],
  [0, 800, 0],
  [10_000, 0, 0],
  [100_000_000, 600, 5_660_377],
])('a price of %i sen at %i basis points contains %i sen of SST', (cents, basisPoints, sst) => {
  expect(sstInside(cents, basisPoints)).toBe(sst)
})

test('the SST inside a price differs from the exact amount by at most half a sen, and half a sen goes up', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  const points = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(cents, points, (total, rate) => {
      const tax = sstInside(total, rate)
      const exact = (total * rate) / (10_000 + rate)
      expect(Math.abs(tax - exact)).toBeLessThanOrEqual(0.5)
      expect(tax - exact).not.toBe(-0.5)
    }),
  )
})

test.each([
  [10_000, 1_000, 1_000],
  [5, 1_000, 1],
  [4, 1_000, 0],
  [3_000_000, 10_000, 3_000_000],
])('an amount of %i sen at a rate of %i basis points gives %i sen', (cents, basisPoints, rate) => {
  expect(rateOf(cents, basisPoints)).toBe(rate)
})

test('a proportion of products above the safe integers is exact', () => {
  expect(proportionOf(9_007_199_254_740_991, 9_007_199_254_740_991, 9_007_199_254_740_991)).toBe(
    9_007_199_254_740_991,
  )
})

test('a part of nothing is 0', () => {
  expect(proportionOf(100, 0, 0)).toBe(0)
})
