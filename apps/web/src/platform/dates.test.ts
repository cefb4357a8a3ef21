import { expect, test } from 'vitest'
import { hoursAndMinutes } from './dates.ts'

test.each([
  [480, '8h', '8 j'],
  [690, '11h 30m', '11 j 30 min'],
  [45, '45m', '45 min'],
])('%i minutes are shown as hours and minutes: %s, in Malay %s', (minutes, english, malay) => {
  expect(hoursAndMinutes(minutes, 'en')).toBe(english)
  expect(hoursAndMinutes(minutes, 'ms')).toBe(malay)
})
