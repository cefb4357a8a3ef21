import { expect, test } from 'vitest'
import { decimalRinggit, formatPlainRinggit, formatRinggit, formatSignedRinggit } from './money.ts'

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
