/** Rules of points, levels, badges and day streaks. Pure. */
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'

export type XpKind =
  | 'lesson.completed'
  | 'course.completed'
  | 'attempt.passed'
  | 'discussion.started'
  | 'discussion.answered'
  | 'streak.reached'

/** Streaks with points for reaching each for the first time. */
export const streakMilestones = { 3: 50, 7: 100, 30: 300, 100: 1000 } as const
export type StreakMilestone = keyof typeof streakMilestones
export const milestones = [3, 7, 30, 100] as const satisfies StreakMilestone[]

/**
 * The single table of points. The log stores each kind once per `ref`, so a lesson completed again, or
 * an assessment passed twice, counts once.
 */
export const xpRules = {
  /** `ref`: the resource. */
  'lesson.completed': () => 50,
  /** `ref`: the course. Everything that counts as progress is completed. */
  'course.completed': () => 300,
  /** `ref`: the assessment. */
  'attempt.passed': () => 150,
  /** `ref`: the discussion. */
  'discussion.started': () => 50,
  /** `ref`: the discussion. The first reply in a discussion that somebody else started. */
  'discussion.answered': () => 50,
  /** `ref`: the number of days. */
  'streak.reached': (days: number) => streakMilestones[days as StreakMilestone] ?? 0,
} as const satisfies Record<XpKind, (ref: number) => number>

/** Minimum whole percent of a passed attempt. */
export const passMark = 60

/** Points of an event; 0 for a kind and ref without points. */
export const pointsFor = (kind: XpKind, ref: number): number => xpRules[kind](ref)

/** XP at which a level starts: each level takes 100 XP more than the one before. Level 1 starts at 0. */
export const levelStart = (level: number): number => 50 * level * (level - 1)

export interface Level {
  level: number
  /** XP at which it started. */
  from: number
  /** XP at which the next one starts. */
  to: number
}

export function levelOf(xp: number): Level {
  // The largest whole level with 50 · level · (level − 1) ≤ xp.
  const level = Math.floor((1 + Math.sqrt(1 + (4 * xp) / 50)) / 2)
  return { level, from: levelStart(level), to: levelStart(level + 1) }
}

/** The log's sums of one person. */
export interface XpLog {
  xp: number
  /** Events by kind; absent when there are none. */
  counts: Partial<Record<XpKind, number>>
  /** The longest counted streak: the days of a milestone, or 0. */
  longestStreak: number
}

interface BadgeRule {
  /** What is counted: events of a kind, learned days of a streak, or levels. */
  counts: Exclude<XpKind, 'streak.reached'> | 'streak days' | 'level'
  needed: number
}

/** The rule of each badge. */
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

/** Progress of each badge, in display order; `done` is at most `needed`. */
export function badgesOf({ xp, counts, longestStreak }: XpLog): BadgeState[] {
  const others = { level: levelOf(xp).level, 'streak days': longestStreak }
  return (Object.entries(badgeRules) as [BadgeKey, BadgeRule][]).map(([key, rule]) => {
    const done = { ...counts, ...others }[rule.counts] ?? 0
    return { key, done: Math.min(done, rule.needed), needed: rule.needed }
  })
}

/** The calendar day this number of days before, independent of days with 23 or 25 hours. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** The week of a day, from Monday to Sunday. */
export function daysOfWeek(day: string): string[] {
  const daysSinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, index) => daysBefore(day, daysSinceMonday - index))
}

export interface Streak {
  /** Learned days; rest days are not counted. */
  days: number
  isToday: boolean
}

/** Of this many consecutive days of a streak, at most one is a rest day. */
const daysWithOneRest = 7

/**
 * The streak: as many learned days as possible, up to today, so that every day between the oldest of them and yesterday is
 * learned or a rest day. A rest day is a single missed day, and any seven consecutive days hold at most one. It is not counted.
 * Today is no missed day. Days are added newest first, repeats allowed; `add` returns false once older days cannot matter.
 */
export function beginStreak(today: string): { add: (day: string) => boolean; result: () => Streak } {
  let days = 0
  let isToday = false
  /** The oldest day counted so far. */
  let oldest = today
  let oldestRest: string | null = null
  return {
    add(day) {
      // A clock was ahead when the event was recorded: it counts as today.
      const counted = day > today ? today : day
      if (counted === oldest && days > 0) return true
      if (counted < daysBefore(oldest, 1)) {
        const rest = daysBefore(oldest, 1)
        const isUsed = oldestRest !== null && rest > daysBefore(oldestRest, daysWithOneRest)
        if (isUsed || counted < daysBefore(rest, 1)) return false
        oldestRest = rest
      }
      if (counted === today) isToday = true
      oldest = counted
      days += 1
      return true
    },
    result: () => ({ days, isToday }),
  }
}

/** The start of the quarter of an hour of an instant. */
export const quarterOf = (instant: Date): Date => new Date(Math.floor(instant.getTime() / 900_000) * 900_000)
