import { expect, test } from 'vitest'
import {
  dayInMalaysia,
  endOfDay,
  fromDateTimeField,
  hourInMalaysia,
  lastTimeOfDay,
  startOfDay,
  startOfDayAsText,
  toDateTimeField,
  yearInMalaysia,
} from './malaysia-time.ts'
import { malaysiaTimeZone } from './time-zone.ts'

const utc = (time: string) => new Date(`${time}Z`)

test.each([
  ['2026-11-18T06:00:00.000Z', '2026-11-18'],
  ['2026-11-18T15:59:59.999Z', '2026-11-18'],
  ['2026-11-18T16:00:00.000Z', '2026-11-19'],
  ['2026-01-02T00:00:00.000Z', '2026-01-02'],
])('%s is the day %s in Kuala Lumpur, as yyyy-MM-dd', (instant, day) => {
  expect(dayInMalaysia(instant)).toBe(day)
  expect(dayInMalaysia(new Date(instant))).toBe(day)
})

test('the day agrees with the time zone database for every hour of a year', () => {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: malaysiaTimeZone, dateStyle: 'short' })
  for (let hour = 0; hour < 366 * 24; hour += 1) {
    const at = new Date(utc('2028-01-01T00:00:00').getTime() + hour * 3_600_000)
    expect(dayInMalaysia(at)).toBe(days.format(at))
  }
})

test('a year begins at midnight in Malaysia', () => {
  expect(yearInMalaysia(utc('2026-12-31T15:59:59'))).toBe(2026)
  expect(yearInMalaysia(utc('2026-12-31T16:00:00'))).toBe(2027)
})

test('the hour is that of the wall clock in Malaysia', () => {
  expect(hourInMalaysia(utc('2026-11-20T15:59:59'))).toBe(23)
  expect(hourInMalaysia(utc('2026-11-20T16:00:00'))).toBe(0)
})

test('a day lasts from midnight to the last millisecond before the next midnight', () => {
  expect(startOfDay('2026-11-20')).toEqual(utc('2026-11-19T16:00:00'))
  expect(endOfDay('2026-11-20')).toEqual(utc('2026-11-20T15:59:59.999'))
  expect(startOfDayAsText('2026-11-20')).toBe('2026-11-20T00:00:00+08:00')
})

test.each([
  [3, '2026-11-19T18:59:59', '2026-11-18T19:00:00'],
  [3, '2026-11-19T19:00:00', '2026-11-19T19:00:00'],
  [8, '2026-11-21T00:00:00', '2026-11-21T00:00:00'],
  [8, '2026-11-20T23:59:59', '2026-11-20T00:00:00'],
])('the last %i o’clock in Malaysia at %s UTC was at %s UTC', (hour, now, last) => {
  expect(lastTimeOfDay(hour, utc(now))).toEqual(utc(last))
})

test('a date-and-time field is read and filled with the wall clock in Malaysia', () => {
  expect(fromDateTimeField('2026-12-31T23:59')).toBe('2026-12-31T15:59:00.000Z')
  expect(fromDateTimeField('2026-12-31T23:59:30')).toBe('2026-12-31T15:59:00.000Z')
  expect(fromDateTimeField('')).toBeNull()
  expect(toDateTimeField('2026-12-31T15:59:00.000Z')).toBe('2026-12-31T23:59')
  expect(toDateTimeField(null)).toBe('')
})
