import { expect, test } from 'vitest'
import { dayInKualaLumpur, hoursAndMinutes } from './dates.ts'

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
