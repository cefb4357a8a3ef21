/** What earns points, levels and badges, and how days follow upon one another. Pure. */
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'

export type XpKind =
  | 'lesson.completed'
  | 'course.completed'
  | 'attempt.passed'
  | 'discussion.started'
  | 'discussion.answered'
  | 'streak.reached'

/** Days in a row that count, and the points for reaching each for the first time. */
export const streakMilestones = { 3: 50, 7: 100, 30: 300, 100: 1000 } as const
export type StreakMilestone = keyof typeof streakMilestones
export const milestones = [3, 7, 30, 100] as const satisfies StreakMilestone[]

/**
 * The one table of points. The log holds each kind once for each `ref`, so a lesson taken back and completed again, or
 * an assessment passed twice, counts once.
 */
export const xpRules = {
  /** `ref`: the resource. */
  'lesson.completed': () => 50,
  /** `ref`: the course. All that counts as progress in it is done. */
  'course.completed': () => 300,
  /** `ref`: the assessment. */
  'attempt.passed': () => 150,
  /** `ref`: the discussion. */
  'discussion.started': () => 50,
  /** `ref`: the discussion. The first answer in one that somebody else started. */
  'discussion.answered': () => 50,
  /** `ref`: the number of days. */
  'streak.reached': (days: number) => streakMilestones[days as StreakMilestone] ?? 0,
} as const satisfies Record<XpKind, (ref: number) => number>

/** Whole percent from which an attempt counts as passed. */
export const passMark = 60

/** Points of a deed; a kind and ref that earn nothing give 0. */
export const pointsFor = (kind: XpKind, ref: number): number => xpRules[kind](ref)

/** XP at which a level begins: each level takes 100 XP more than the one before. Level 1 begins at 0. */
export const levelStart = (level: number): number => 50 * level * (level - 1)

export interface Level {
  level: number
  /** XP at which it began. */
  from: number
  /** XP at which the next one begins. */
  to: number
}

export function levelOf(xp: number): Level {
  // The largest whole level with 50 · level · (level − 1) ≤ xp.
  const level = Math.floor((1 + Math.sqrt(1 + (4 * xp) / 50)) / 2)
  return { level, from: levelStart(level), to: levelStart(level + 1) }
}

/** What the log says of one person. */
export interface XpLog {
  xp: number
  /** Deeds by kind; a kind that never happened is absent. */
  counts: Partial<Record<XpKind, number>>
  /** The longest streak that was counted: the days of a milestone, or 0. */
  longestStreak: number
}

interface BadgeRule {
  /** What is counted: deeds of a kind, days in a row, or levels. */
  counts: Exclude<XpKind, 'streak.reached'> | 'days in a row' | 'level'
  needed: number
}

/** How each badge is earned. */
export const badgeRules = {
  'first-light': { counts: 'lesson.completed', needed: 1 },
  'parking-orbit': { counts: 'lesson.completed', needed: 10 },
  'long-burn': { counts: 'lesson.completed', needed: 50 },
  touchdown: { counts: 'course.completed', needed: 1 },
  'grand-tour': { counts: 'course.completed', needed: 5 },
  'true-bearing': { counts: 'attempt.passed', needed: 1 },
  navigator: { counts: 'attempt.passed', needed: 5 },
  'open-channel': { counts: 'discussion.answered', needed: 1 },
  'relay-station': { counts: 'discussion.answered', needed: 10 },
  'steady-orbit': { counts: 'days in a row', needed: 3 },
  'unbroken-orbit': { counts: 'days in a row', needed: 7 },
  'long-transit': { counts: 'days in a row', needed: 30 },
  'high-point': { counts: 'level', needed: 10 },
} as const satisfies Record<BadgeKey, BadgeRule>

export interface BadgeState {
  key: BadgeKey
  done: number
  needed: number
}

/** How far each badge is, in the order they are shown; `done` is at most `needed`. */
export function badgesOf({ xp, counts, longestStreak }: XpLog): BadgeState[] {
  const others = { level: levelOf(xp).level, 'days in a row': longestStreak }
  return (Object.entries(badgeRules) as [BadgeKey, BadgeRule][]).map(([key, rule]) => {
    const done = { ...counts, ...others }[rule.counts] ?? 0
    return { key, done: Math.min(done, rule.needed), needed: rule.needed }
  })
}

/** From an instant to its day (`yyyy-MM-dd`) in this IANA zone. Throws a RangeError for a zone that is none. */
export function calendarOf(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (instant) => format.format(instant)
}

export function isTimeZone(name: string): boolean {
  try {
    calendarOf(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The calendar's day before: no clock is asked, so a day of 23 or 25 hours is a day. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

export interface Streak {
  days: number
  isToday: boolean
}

/**
 * Counts consecutive days up to today, or up to yesterday while today has none. Days are given newest first, each as
 * often as one likes; `add` answers false once older days cannot matter any more.
 */
export function beginStreak(today: string): { add: (day: string) => boolean; result: () => Streak } {
  let days = 0
  let isToday = false
  /** The oldest day counted so far. */
  let last: string | null = null
  return {
    add(day) {
      // A clock that was ahead when the deed was noted: it counts as today.
      const counted = day > today ? today : day
      if (counted === last) return true
      const follows =
        last === null ? counted === today || counted === dayBefore(today) : counted === dayBefore(last)
      if (!follows) return false
      if (counted === today) isToday = true
      last = counted
      days += 1
      return true
    },
    result: () => ({ days, isToday }),
  }
}

/** The quarter of an hour an instant lies in. */
export const quarterOf = (instant: Date): Date => new Date(Math.floor(instant.getTime() / 900_000) * 900_000)
