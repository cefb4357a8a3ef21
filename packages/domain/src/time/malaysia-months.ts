/** Months are months in Malaysia in the format `yyyy-MM`. */
import { dayInMalaysia, malaysiaOffsetMs } from './malaysia-time.ts'

/** Returns the month as the instants `from` (included) and `to` (not included). */
export function monthRange(month: string): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: firstInstant(year, number), to: firstInstant(year, number + 1) }
}

/** Months outside of 1–12 overflow into the adjacent year: month 13 is the next January, month 0 the December before. */
const firstInstant = (year: number, month: number): Date =>
  new Date(Date.UTC(year, month - 1, 1) - malaysiaOffsetMs)

/** Returns the last day of the month in the format `yyyy-MM-dd`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** Returns the months up to the month of `now`, newest first. */
export function recentMonths(now: Date, count: number): string[] {
  const [year = 0, month = 0] = dayInMalaysia(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** Returns the first instant of the month that is `back` months before the month of `now`. */
export function startOfMonthBefore(now: Date, back: number): Date {
  const [year = 0, month = 0] = dayInMalaysia(now).split('-').map(Number)
  return firstInstant(year, month - back)
}
