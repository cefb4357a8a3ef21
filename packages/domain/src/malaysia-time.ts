/**
 * Days, months and years as they are in Malaysia, on whose calendar the platform runs. Malaysia has had one offset from
 * UTC all year since 1982 and no summer time, so days and months are computed without a time zone database.
 * A day is written `yyyy-MM-dd`, a month `yyyy-MM`; instants are `Date`s or ISO 8601 strings.
 */

/** Malaysia's offset as it ends an ISO 8601 time. */
export const malaysiaOffset = '+08:00'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const offsetMs = 8 * hourMs

/** The wall clock in Malaysia as `yyyy-MM-ddTHH:mm:ss.sssZ`, where `Z` has no meaning. */
const wallClock = (at: Date | string): string => new Date(new Date(at).getTime() + offsetMs).toISOString()

/** The day of an instant in Malaysia, `yyyy-MM-dd`. */
export const dayInMalaysia = (at: Date | string): string => wallClock(at).slice(0, 10)

/** The year of an instant in Malaysia. */
export const yearInMalaysia = (at: Date | string): number => Number(wallClock(at).slice(0, 4))

/** The hour of an instant in Malaysia, 0 to 23. */
export const hourInMalaysia = (at: Date | string): number => Number(wallClock(at).slice(11, 13))

/** The first instant of a day. */
export const startOfDay = (day: string): Date => new Date(startOfDayAsText(day))

/** The first instant of a day as ISO 8601 text with Malaysia's offset: `2026-11-20T00:00:00+08:00`. */
export const startOfDayAsText = (day: string): string => `${day}T00:00:00${malaysiaOffset}`

/** The last millisecond of a day. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + dayMs - 1)

/** A month as the instants `from` (included) and `to` (not included). */
export function monthRange(month: string): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: firstInstant(year, number), to: firstInstant(year, number + 1) }
}

/** Months of another year are counted on: month 13 is the next January, month 0 the December before. */
const firstInstant = (year: number, month: number): Date => new Date(Date.UTC(year, month - 1, 1) - offsetMs)

/** The months until the one of `now`, the newest first. */
export function recentMonths(now: Date, count: number): string[] {
  const [year = 0, month = 0] = dayInMalaysia(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** The first instant of the month that is `back` months before the month of `now`. */
export function startOfMonthBefore(now: Date, back: number): Date {
  const [year = 0, month = 0] = dayInMalaysia(now).split('-').map(Number)
  return firstInstant(year, month - back)
}

/** The last instant, at `now` or before, at which it was `hour` o'clock in Malaysia. */
export const lastTimeOfDay = (hour: number, now: Date): Date =>
  new Date(startOfDay(dayInMalaysia(new Date(now.getTime() - hour * hourMs))).getTime() + hour * hourMs)

/** What a date-and-time field holds, `2026-12-31T23:59`, as an ISO 8601 instant; null for an empty field. */
export const fromDateTimeField = (typed: string): string | null =>
  typed === '' ? null : new Date(`${typed.slice(0, 16)}:00${malaysiaOffset}`).toISOString()

/** An instant as a date-and-time field holds it, `2026-12-31T23:59`; '' for null. */
export const toDateTimeField = (instant: string | null): string =>
  instant === null ? '' : wallClock(instant).slice(0, 16)
