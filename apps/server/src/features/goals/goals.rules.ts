/** The rules of weekly goals. All functions are pure. */
import type { WeekDay } from '@apogee/contracts/goals/goals.ts'

interface Week {
  today: string
  /** The seven days as yyyy-MM-dd, from Monday. */
  days: readonly string[]
  learned: ReadonlySet<string>
  /** The day streak forgives these days. */
  rests: ReadonlySet<string>
  /** The day of the registration. */
  since: string
}

function stateOf(day: string, { today, learned, rests, since }: Week): WeekDay['state'] {
  if (learned.has(day)) return 'learned'
  if (rests.has(day)) return 'rest'
  if (day >= today) return 'to-come'
  return day < since ? 'before' : 'missed'
}

export const presentWeek = (week: Week): WeekDay[] =>
  week.days.map((day) => ({ day, state: stateOf(day, week), isToday: day === week.today }))
