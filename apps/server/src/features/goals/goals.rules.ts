/** The rules of weekly goals. All functions are pure. */
import type { WeekDay } from '@apogee/contracts/goals/goals.ts'

interface Week {
  today: string
  /** The seven days as yyyy-MM-dd, from Monday. */
  days: readonly string[]
  learned: ReadonlySet<string>
}

export const presentWeek = ({ today, days, learned }: Week): WeekDay[] =>
  days.map((day) => ({
    day,
    state: learned.has(day) ? 'learned' : day < today ? 'rest' : 'to-come',
    isToday: day === today,
  }))
