import { expect, test } from 'vitest'
import { monthRange, recentMonths, startOfMonthBefore } from './malaysia-months.ts'

const utc = (time: string) => new Date(`${time}Z`)

test.each([
  ['2026-11', '2026-10-31T16:00:00', '2026-11-30T16:00:00'],
  ['2026-12', '2026-11-30T16:00:00', '2026-12-31T16:00:00'],
  ['2028-02', '2028-01-31T16:00:00', '2028-02-29T16:00:00'],
])('the month %s lasts from %s to %s UTC', (month, from, to) => {
  expect(monthRange(month)).toEqual({ from: utc(from), to: utc(to) })
})

test('a month begins at midnight in Kuala Lumpur', () => {
  expect(startOfMonthBefore(utc('2026-10-31T16:00:00'), 0)).toEqual(utc('2026-10-31T16:00:00'))
  expect(startOfMonthBefore(utc('2026-10-31T15:59:59'), 0)).toEqual(utc('2026-09-30T16:00:00'))
  expect(startOfMonthBefore(utc('2026-01-15T00:00:00'), 1)).toEqual(utc('2025-11-30T16:00:00'))
})

test('recent months start with the current month and continue into the previous year', () => {
  expect(recentMonths(utc('2026-01-31T15:59:59'), 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(recentMonths(utc('2026-01-31T16:00:00'), 1)).toEqual(['2026-02'])
})
