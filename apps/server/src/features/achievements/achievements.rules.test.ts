import { badgeKeys } from '@apogee/contracts/achievements/achievements.ts'
import { describe, expect, test } from 'vitest'
import { calendarOf } from '#server/platform/zoned-time.ts'
import {
  badgeRules,
  badgesOf,
  beginStreak,
  daysBefore,
  daysOfWeek,
  levelOf,
  levelStart,
  pointsFor,
  quarterOf,
  type XpKind,
} from './achievements.rules.ts'

describe('points', () => {
  test.each([
    ['lesson.completed', 7, 50],
    ['course.completed', 7, 300],
    ['attempt.passed', 7, 150],
    ['discussion.started', 7, 50],
    ['discussion.answered', 7, 50],
    ['streak.reached', 3, 50],
    ['streak.reached', 7, 100],
    ['streak.reached', 30, 300],
    ['streak.reached', 100, 1000],
    ['streak.reached', 4, 0],
  ] as [XpKind, number, number][])('the event %s with %i gives %i XP', (kind, ref, points) => {
    expect(pointsFor(kind, ref)).toBe(points)
  })
})

describe('levels', () => {
  test.each([
    [0, 1, 0, 100],
    [99, 1, 0, 100],
    [100, 2, 100, 300],
    [299, 2, 100, 300],
    [300, 3, 300, 600],
    [2450, 7, 2100, 2800],
    [4500, 10, 4500, 5500],
  ])('%i XP are level %i, from %i to %i', (xp, level, from, to) => {
    expect(levelOf(xp)).toEqual({ level, from, to })
  })

  test('levels start exactly at their XP, up to level 1000', () => {
    for (let level = 1; level <= 1000; level++) {
      expect(levelOf(levelStart(level)).level).toBe(level)
      if (level > 1) expect(levelOf(levelStart(level) - 1).level).toBe(level - 1)
    }
  })
})

describe('badges', () => {
  test('each badge has a rule, in display order', () => {
    expect(badgesOf({ xp: 0, counts: {}, lessons: 0, longestStreak: 0 }).map(({ key }) => key)).toEqual([
      ...badgeKeys,
    ])
    expect(Object.keys(badgeRules)).toEqual([...badgeKeys])
  })

  test('badge progress is counted up to the needed number', () => {
    const state = (given: Parameters<typeof badgesOf>[0], key: string) =>
      badgesOf(given).find((badge) => badge.key === key)
    expect(state({ xp: 0, counts: {}, lessons: 0, longestStreak: 0 }, 'first-light')).toEqual({
      key: 'first-light',
      done: 0,
      needed: 1,
    })
    const counts = { 'lesson.completed': 15, 'streak.reached': 2 }
    const log = { xp: 4499, counts, lessons: 12, longestStreak: 8 }
    expect(state(log, 'first-light')).toMatchObject({ done: 1, needed: 1 })
    expect(state(log, 'parking-orbit')).toMatchObject({ done: 10, needed: 10 })
    expect(state(log, 'long-burn')).toMatchObject({ done: 12, needed: 50 })
    expect(state(log, 'unbroken-orbit')).toMatchObject({ done: 7, needed: 7 })
    expect(state(log, 'long-transit')).toMatchObject({ done: 8, needed: 30 })
    expect(state(log, 'high-point')).toMatchObject({ done: 9, needed: 10 })
    expect(state({ ...log, xp: 4500 }, 'high-point')).toMatchObject({ done: 10, needed: 10 })
  })
})

describe('days', () => {
  test.each([
    ['2026-03-01', '2026-02-28'],
    ['2028-03-01', '2028-02-29'],
    ['2027-01-01', '2026-12-31'],
  ])('the day before %s is %s', (day, before) => {
    expect(daysBefore(day, 1)).toBe(before)
  })

  test.each([
    ['2026-11-16', '2026-11-16', '2026-11-22'],
    ['2026-11-19', '2026-11-16', '2026-11-22'],
    ['2026-11-22', '2026-11-16', '2026-11-22'],
    ['2027-01-01', '2026-12-28', '2027-01-03'],
  ])('the week of %s is from %s to %s', (day, monday, sunday) => {
    const days = daysOfWeek(day)
    expect([days[0], days[6], days.length]).toEqual([monday, sunday, 7])
    expect(days).toEqual(days.toSorted())
    expect(days).toContain(day)
  })

  test('a quarter of an hour starts at 0, 15, 30 and 45', () => {
    expect(quarterOf(new Date('2026-11-20T10:14:59.999Z')).toISOString()).toBe('2026-11-20T10:00:00.000Z')
    expect(quarterOf(new Date('2026-11-20T10:45:00.000Z')).toISOString()).toBe('2026-11-20T10:45:00.000Z')
  })
})

describe('the day streak', () => {
  const streak = (today: string, days: string[]) => {
    const counting = beginStreak(today)
    for (const day of days) if (!counting.add(day)) break
    return counting.result()
  }

  /** Returns days of November 2026; tests list the newest first. */
  const november = (...days: number[]) => days.map((day) => `2026-11-${String(day).padStart(2, '0')}`)

  test.each([
    ['nothing', [], 0, false],
    ['today', november(20), 1, true],
    ['yesterday still counts', november(19), 1, false],
    ['three in a row', november(20, 20, 19, 18), 3, true],
    ['three in a row until yesterday', november(19, 18, 17), 3, false],
    ['a clock that was ahead', november(21, 20, 19), 2, true],
    ['a rest day is not counted and does not end it', november(20, 18, 17), 3, true],
    ['a rest day yesterday, today is not over', november(18, 17), 2, false],
    ['two missed days end it', november(20, 17, 16), 1, true],
    ['two missed days until yesterday end it', november(17, 16, 15), 0, false],
    ['a second rest day six days after the first', november(20, 18, 17, 16, 15, 14, 12, 11), 6, true],
    ['a second rest day seven days after the first', november(20, 18, 17, 16, 15, 14, 13, 11, 10), 9, true],
    ['a rest day every seven days', november(20, 18, 17, 16, 15, 14, 13, 11, 10, 9, 8, 7, 6, 4), 14, true],
    ['a missed day next to no learned day is no rest day', november(19), 1, false],
  ] as [string, string[], number, boolean][])('the day streak: %s', (_, days, expected, isToday) => {
    expect(streak('2026-11-20', days)).toEqual({ days: expected, isToday })
  })

  test('no seven consecutive days of a streak hold two rest days, whatever was learned', () => {
    const today = '2026-11-20'
    const last = Array.from({ length: 13 }, (_, ago) => daysBefore(today, ago))
    for (let learned = 0; learned < 2 ** last.length; learned++) {
      const days = last.filter((_, ago) => learned & (1 << ago))
      const counted = days.slice(0, streak(today, days).days)
      const missed = last.slice(1).filter((day) => day > (counted.at(-1) ?? today) && !counted.includes(day))
      for (const [index, day] of missed.entries())
        expect(daysBefore(day, 7) >= (missed[index + 1] ?? ''), days.join()).toBe(true)
    }
  })

  test('a streak continues across the end of a year and of a month', () => {
    expect(streak('2027-01-02', ['2027-01-02', '2027-01-01', '2026-12-31']).days).toBe(3)
    expect(streak('2028-03-01', ['2028-03-01', '2028-02-29', '2028-02-28']).days).toBe(3)
  })

  test.each([
    // Clocks in New York go forward on 8 March 2026 and back on 1 November: these days have 23 and 25 hours.
    [
      'America/New_York',
      ['2026-03-07T23:30:00-05:00', '2026-03-08T23:30:00-04:00', '2026-03-09T00:10:00-04:00'],
      3,
    ],
    [
      'America/New_York',
      ['2026-10-31T23:59:00-04:00', '2026-11-01T01:30:00-05:00', '2026-11-02T00:00:00-05:00'],
      3,
    ],
    // These two instants lie on two days in Kuala Lumpur and on one day in London.
    ['Asia/Kuala_Lumpur', ['2026-11-20T15:30:00Z', '2026-11-20T16:30:00Z'], 2],
    ['UTC', ['2026-11-20T15:30:00Z', '2026-11-20T16:30:00Z'], 1],
    ['Asia/Kuala_Lumpur', ['2026-11-20T23:59:59+08:00', '2026-11-21T00:00:01+08:00'], 2],
  ])('a calendar in %s counts the activity %j as a streak of %i days', (zone, instants, days) => {
    const dayOf = calendarOf(zone)
    const newestFirst = instants.map((instant) => dayOf(new Date(instant))).toReversed()
    expect(streak(newestFirst[0] ?? '', newestFirst).days).toBe(days)
  })
})
