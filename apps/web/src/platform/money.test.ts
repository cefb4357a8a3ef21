import { expect, test } from 'vitest'
import { dayInKualaLumpur, hoursAndMinutes } from './dates.ts'
import { isFree, ringgit, sumOfPrices } from './money.ts'

test.each([
  [0, 'RM 0.00'],
  [5, 'RM 0.05'],
  [1990, 'RM 19.90'],
  [24_900, 'RM 249.00'],
])('%i sen are shown as price/100 with 2 decimals: %s', (cents, shown) => {
  expect(ringgit(cents)).toBe(shown)
})

test('a price of 0, and one that is absent, is free', () => {
  expect([{ price: 0 }, {}, { price: null }, { price: 1 }].map(isFree)).toEqual([true, true, true, false])
})

test('the sum of prices counts a missing one as 0', () => {
  expect(sumOfPrices([{ price: 4900 }, {}, { price: null }, { price: 100 }])).toBe(5000)
})

test.each([
  ['2026-11-18T06:00:00.000Z', '2026-11-18'],
  ['2026-11-18T16:00:00.000Z', '2026-11-19'],
  ['2026-01-02T00:00:00.000Z', '2026-01-02'],
])('%s is the day %s in Kuala Lumpur, as yyyy-MM-dd', (instant, day) => {
  expect(dayInKualaLumpur(instant)).toBe(day)
})

test.each([
  [480, '8h', '8 j'],
  [690, '11h 30m', '11 j 30 min'],
  [45, '45m', '45 min'],
])('%i minutes are shown as hours and minutes: %s, in Malay %s', (minutes, english, malay) => {
  expect(hoursAndMinutes(minutes, 'en')).toBe(english)
  expect(hoursAndMinutes(minutes, 'ms')).toBe(malay)
})
