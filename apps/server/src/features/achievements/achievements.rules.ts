/** Computes points, levels, badges and day streaks. Pure functions. */
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'

export type XpKind =
  | 'lesson.completed'
  | 'course.completed'
  | 'attempt.passed'
  | 'discussion.started'
  | 'discussion.answered'
  | 'streak.reached'

/** Maps a number of consecutive days to the points for the first streak of this length. */
export const streakMilestones = { 3: 50, 7: 100, 30: 300, 100: 1000 } as const
export type StreakMilestone = keyof typeof streakMilestones
export const milestones = [3, 7, 30, 100] as const satisfies StreakMilestone[]

/**
 * All points are defined here. The log stores each kind once per `ref`, so repeating a lesson or an assessment earns nothing again.
 */
export const xpRules = {
  /** `ref` is the resource's id. */
  'lesson.completed': () => 50,
  /** `ref` is the course's id. The event means that the learner has completed all items that count as progress. */
  'course.completed': () => 300,
  /** `ref` is the assessment's id. */
  'attempt.passed': () => 150,
  /** `ref` is the discussion's id. */
  'discussion.started': () => 50,
  /** `ref` is the discussion's id. The event is the person's first reply in a discussion that another person started. */
  'discussion.answered': () => 50,
  /** `ref` is the number of days. */
  'streak.reached': (days: number) => streakMilestones[days as StreakMilestone] ?? 0,
} as const satisfies Record<XpKind, (ref: number) => number>

/** An attempt with at least this percentage, rounded down, is passed. */
export const passMark = 60

/** Returns 0 for a kind and `ref` without points. */
export const pointsFor = (kind: XpKind, ref: number): number => xpRules[kind](ref)

/** Returns the XP at which a level starts. Each level takes 100 XP more than the one before; level 1 starts at 0. */
export const levelStart = (level: number): number => 50 * level * (level - 1)

export interface Level {
  level: number
  from: number
  to: number
}

export function levelOf(xp: number): Level {
  // This is the largest whole level with 50 · level · (level − 1) ≤ xp.
  const level = Math.floor((1 + Math.sqrt(1 + (4 * xp) / 50)) / 2)
  return { level, from: levelStart(level), to: levelStart(level + 1) }
}

export interface XpLog {
  xp: number
  /** Counts logged events. A kind without events has no key. */
  counts: Partial<Record<XpKind, number>>
  /** Counts the completed lessons of the person's courses, as the dashboard does. Other items give points but are no lessons. */
  lessons: number
  /** Counts the days of the longest known streak; of an ended streak only the milestone that it reached is known. */
  longestStreak: number
}

interface BadgeRule {
  /** The badge counts events of this kind, completed lessons, learned days of a streak, or levels. */
  counts: Exclude<XpKind, 'lesson.completed' | 'streak.reached'> | 'lessons' | 'streak days' | 'level'
  needed: number
}

export const badgeRules = {
  'first-light': { counts: 'lessons', needed: 1 },
  'parking-orbit': { counts: 'lessons', needed: 10 },
  'long-burn': { counts: 'lessons', needed: 50 },
  touchdown: { counts: 'course.completed', needed: 1 },
  'grand-tour': { counts: 'course.completed', needed: 5 },
  'true-bearing': { counts: 'attempt.passed', needed: 1 },
  navigator: { counts: 'attempt.passed', needed: 5 },
  'open-channel': { counts: 'discussion.answered', needed: 1 },
  'relay-station': { counts: 'discussion.answered', needed: 10 },
  'steady-orbit': { counts: 'streak days', needed: 3 },
  'unbroken-orbit': { counts: 'streak days', needed: 7 },
  'long-transit': { counts: 'streak days', needed: 30 },
  'high-point': { counts: 'level', needed: 10 },
} as const satisfies Record<BadgeKey, BadgeRule>

export interface BadgeState {
  key: BadgeKey
  done: number
  needed: number
}

/** Returns the progress of each badge in display order; `done` is at most `needed`. */
export function badgesOf({ xp, counts, lessons, longestStreak }: XpLog): BadgeState[] {
  const others = { level: levelOf(xp).level, lessons, 'streak days': longestStreak }
  return (Object.entries(badgeRules) as [BadgeKey, BadgeRule][]).map(([key, rule]) => {
    const done = { ...counts, ...others }[rule.counts] ?? 0
    return { key, done: Math.min(done, rule.needed), needed: rule.needed }
  })
}

/** Returns the calendar day this number of days earlier, independent of days with 23 or 25 hours. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** Returns the seven days of the day's week, from Monday to Sunday. */
export function daysOfWeek(day: string): string[] {
  const daysSinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, index) => daysBefore(day, daysSinceMonday - index))
}

export interface Streak {
  /** Counts learned days, without the rest days between them. */
  days: number
  isToday: boolean
}

/** Within this many consecutive days, a streak may contain one rest day. */
const daysWithOneRest = 7

/**
 * Builds the streak up to today. A streak consists of learned days and of rest days, which are single missed days between learned
 * days. Any seven consecutive days contain at most one rest day, and rest days do not count. Today is never a missed day. Call
 * `add` with learned days, newest first; days may repeat. `add` returns false once older days cannot change the result.
 */
export function beginStreak(today: string): {
  add: (day: string) => boolean
  result: () => Streak
  rests: ReadonlySet<string>
} {
  let days = 0
  let isToday = false
  let oldest = today
  let oldestRest: string | null = null
  const rests = new Set<string>()
  return {
    rests,
    add(day) {
      // The day is in the future when a clock was ahead at the time of the event; it counts as today.
      const counted = day > today ? today : day
      if (counted === oldest && days > 0) return true
      if (counted < daysBefore(oldest, 1)) {
        const rest = daysBefore(oldest, 1)
        const isUsed = oldestRest !== null && rest > daysBefore(oldestRest, daysWithOneRest)
        if (isUsed || counted < daysBefore(rest, 1)) return false
        oldestRest = rest
        rests.add(rest)
      }
      if (counted === today) isToday = true
      oldest = counted
      days += 1
      return true
    },
    result: () => ({ days, isToday }),
  }
}

/** Returns the start of the quarter of an hour that contains the instant. */
export const quarterOf = (instant: Date): Date => new Date(Math.floor(instant.getTime() / 900_000) * 900_000)
