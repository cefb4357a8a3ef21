import { expect, test } from 'vitest'
import { currentPrice, isFree, sumOfPrices } from './course-price.ts'

test('a price of 0, and one that is absent, is free', () => {
  expect([{ price: 0 }, {}, { price: null }, { price: 1 }].map(isFree)).toEqual([true, true, true, false])
})

test('the sum of prices counts a missing one as 0', () => {
  expect(sumOfPrices([{ price: 4900 }, {}, { price: null }, { price: 100 }])).toBe(5000)
})

test('a course costs its sale price while a sale runs, and its list price otherwise', () => {
  expect(currentPrice({ price: 24_900, sale: { price: 14_900 } })).toBe(14_900)
  expect(currentPrice({ price: 24_900 })).toBe(24_900)
})
