/** When the daily mail about sales leaves. Pure. */

const hour = 3_600_000
const day = 24 * hour
/** Kuala Lumpur before Greenwich, all year. */
const ahead = 8 * hour
/** The daily mail leaves from this hour of the day in Kuala Lumpur on. */
const mailedFromHour = 8

/** Sales before this belong into the mail that is due now: those of the days that had ended by this morning. */
export function digestEnd(now: Date): Date {
  const mornings = Math.floor((now.getTime() + ahead - mailedFromHour * hour) / day)
  return new Date(mornings * day - ahead)
}
