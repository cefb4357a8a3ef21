/**
 * Days and years are those of Malaysia, the platform's calendar. Since 1982 Malaysia has had one offset from UTC all year and no
 * summer time, so days are computed without a time zone database. A day has the format `yyyy-MM-dd`. Instants are `Date`s or ISO
 * 8601 strings.
 */

export const malaysiaOffset = '+08:00'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const malaysiaOffsetMs = 8 * hourMs

/** Returns the wall clock in Malaysia as `yyyy-MM-ddTHH:mm:ss.sssZ`, where `Z` has no meaning. */
const wallClock = (at: Date | string): string =>
  new Date(new Date(at).getTime() + malaysiaOffsetMs).toISOString()

export const dayInMalaysia = (at: Date | string): string => wallClock(at).slice(0, 10)

export const yearInMalaysia = (at: Date | string): number => Number(wallClock(at).slice(0, 4))

/** Returns the hour in Malaysia, 0 to 23. */
export const hourInMalaysia = (at: Date | string): number => Number(wallClock(at).slice(11, 13))

export const startOfDay = (day: string): Date => new Date(startOfDayAsText(day))

/** Returns ISO 8601 text with Malaysia's offset: `2026-11-20T00:00:00+08:00`. */
export const startOfDayAsText = (day: string): string => `${day}T00:00:00${malaysiaOffset}`

/** Returns the last millisecond of a day. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + dayMs - 1)

/** Returns the last instant up to `now` at which it was `hour` o'clock in Malaysia. */
export const lastTimeOfDay = (hour: number, now: Date): Date =>
  new Date(startOfDay(dayInMalaysia(new Date(now.getTime() - hour * hourMs))).getTime() + hour * hourMs)

/** Returns the value of a date-and-time field, `2026-12-31T23:59`, as an ISO 8601 instant; null for an empty field. */
export const fromDateTimeField = (typed: string): string | null =>
  typed === '' ? null : new Date(`${typed.slice(0, 16)}:00${malaysiaOffset}`).toISOString()

/** Converts an instant to the value of a date-and-time field, `2026-12-31T23:59`. Returns an empty text for null. */
export const toDateTimeField = (instant: string | null): string =>
  instant === null ? '' : wallClock(instant).slice(0, 16)
