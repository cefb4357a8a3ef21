import { expect, test } from 'vitest'
import {
  calendarOf,
  dayAfter,
  dayAt,
  instantAt,
  isTimeZone,
  offsetAt,
  wallClockAt,
  weekdayOf,
} from './zoned-time.ts'

test.each([
  ['2026-11-23', 20, 'Asia/Kuala_Lumpur', '2026-11-23T12:00:00.000Z'],
  ['2026-11-23', 0, 'Asia/Kuala_Lumpur', '2026-11-22T16:00:00.000Z'],
  ['2026-07-01', 7, 'Asia/Kathmandu', '2026-07-01T01:15:00.000Z'],
  ['2026-11-23', 23, 'Pacific/Kiritimati', '2026-11-23T09:00:00.000Z'],
  ['2026-07-01', 20, 'America/New_York', '2026-07-02T00:00:00.000Z'],
  ['2026-12-01', 20, 'America/New_York', '2026-12-02T01:00:00.000Z'],
  // Clocks in New York go from 02:00 to 03:00 on 8 March 2026, and from 02:00 back to 01:00 on 1 November.
  ['2026-03-08', 2, 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-03-08', 3, 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01', 1, 'America/New_York', '2026-11-01T05:00:00.000Z'],
  ['2026-11-01', 2, 'America/New_York', '2026-11-01T07:00:00.000Z'],
])('%s at %i o’clock in %s is %s', (day, hour, zone, instant) => {
  expect(instantAt(day, hour, zone).toISOString()).toBe(instant)
})

test('the wall clock, day and offset are those of the zone', () => {
  const at = new Date('2026-11-22T20:30:00.500Z')
  expect(wallClockAt(at, 'Asia/Kuala_Lumpur')).toBe('2026-11-23T04:30:00')
  expect(dayAt(at, 'America/New_York')).toBe('2026-11-22')
  expect(offsetAt(at, 'America/New_York')).toBe(-5 * 3_600_000)
})

test('a time zone is an IANA name that Intl knows', () => {
  expect(['Asia/Kuala_Lumpur', 'America/Port-au-Prince', 'Etc/GMT+8', 'UTC'].every(isTimeZone)).toBe(true)
  for (const name of ['', '+08:00', 'Mars/Olympus', 'Asia/Kuala Lumpur', 'UTC:x', 'UTC\r\nX'])
    expect(isTimeZone(name)).toBe(false)
})

test('weekdays are numbered from Monday, and days are counted across months', () => {
  expect(['2026-11-23', '2026-11-29'].map(weekdayOf)).toEqual([1, 7])
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
})

test.each([
  ['Asia/Kuala_Lumpur', '2026-11-20T15:59:59Z', '2026-11-20'],
  ['Asia/Kuala_Lumpur', '2026-11-20T16:00:00Z', '2026-11-21'],
  ['UTC', '2026-11-20T16:00:00Z', '2026-11-20'],
  ['America/Los_Angeles', '2026-11-21T07:59:00Z', '2026-11-20'],
  ['America/Los_Angeles', '2026-11-21T08:00:00Z', '2026-11-21'],
  ['Asia/Kathmandu', '2026-11-20T18:14:00Z', '2026-11-20'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21'],
  ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
])('the calendar of %s gives the day %s at the instant %s', (zone, instant, day) => {
  expect(calendarOf(zone)(new Date(instant))).toBe(day)
})
