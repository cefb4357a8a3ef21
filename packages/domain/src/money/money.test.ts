import { expect, test } from 'vitest'
import {
  currentPrice,
  decimalRinggit,
  formatPlainRinggit,
  formatRinggit,
  formatSignedRinggit,
  isFree,
  sumOfPrices,
} from './money.ts'

test.each([
  [0, 'RM 0.00'],
  [5, 'RM 0.05'],
  [1990, 'RM 19.90'],
  [24_900, 'RM 249.00'],
])('%i sen are shown as price/100 with 2 decimals: %s', (cents, shown) => {
  expect(formatPlainRinggit(cents)).toBe(shown)
})

test('a plain amount has no separators between thousands', () => {
  expect(formatPlainRinggit(123_456_70)).toBe('RM 123456.70')
})

test.each([
  [0, 'RM 0.00'],
  [99_999, 'RM 999.99'],
  [100_000, 'RM 1,000.00'],
  [123_456_70, 'RM 123,456.70'],
  [123_456_789_00, 'RM 123,456,789.00'],
  [-5, 'RM -0.05'],
  [-123_450, 'RM -1,234.50'],
])('%i sen with separators between thousands are %s', (cents, shown) => {
  expect(formatRinggit(cents)).toBe(shown)
})

test.each([
  [123_450, 'RM 1,234.50'],
  [0, 'RM 0.00'],
  [-123_450, '−RM 1,234.50'],
])('a signed amount of %i sen is %s', (cents, shown) => {
  expect(formatSignedRinggit(cents)).toBe(shown)
})

test.each([
  [4_260_000, '42600.00'],
  [5, '0.05'],
  [-250, '-2.50'],
  [-0, '0.00'],
])('%i sen as a decimal number are %s', (cents, shown) => {
  expect(decimalRinggit(cents)).toBe(shown)
})

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
