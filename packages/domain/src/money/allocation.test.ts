import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './allocation.ts'

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [5, [0, 10, 10], [0, 3, 2]],
  [0, [3, 4], [0, 0]],
  [7, [0, 0], [0, 0]],
  [3, [], []],
])('%i sen divided by the weights %j are %j', (total, weights, shares) => {
  expect(allocate(total, weights)).toEqual(shares)
})

test('shares differ from the exact proportion by less than a sen, add up to the total and stay within their weights', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, part) => {
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        const total = Math.floor(whole * part)
        const shares = allocate(total, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
        for (const [place, share] of shares.entries()) {
          const weight = weights[place] ?? 0
          expect(share).toBeLessThanOrEqual(weight)
          if (whole > 0) expect(Math.abs(share - (total * weight) / whole)).toBeLessThan(1)
        }
      },
    ),
  )
})
