/** Computes the times of reminder mails. All functions are pure. */
import type { Plan } from './calendar.rules.ts'
import { dayAfter, dayAt, instantAt, weekdayOf } from '#server/platform/zoned-time.ts'

/** A reminder that is later than this is dropped, so that an evening's mail is not sent in the night after an outage. */
export const longestDelayMs = 2 * 3_600_000

/** Reminders end when the learner has not visited the site after this number of mails. */
export const mostUnanswered = 3

/** Returns the next chosen hour after this instant. Null means that no weekday is chosen. */
export function nextReminder({ weekdays, hour, timeZone }: Plan, after: Date): Date | null {
  const today = dayAt(after, timeZone)
  for (let days = 0; days <= 7; days++) {
    const day = dayAfter(today, days)
    const at = instantAt(day, hour, timeZone)
    if (weekdays.includes(weekdayOf(day)) && at > after) return at
  }
  return null
}

/** Returns whether a reminder may still be sent: it is not too late, and no other reminder was sent on the same day. */
export function isInTime(
  { dueAt, remindedAt, timeZone }: { dueAt: Date; remindedAt: Date | null; timeZone: string },
  now: Date,
): boolean {
  if (now.getTime() - dueAt.getTime() > longestDelayMs) return false
  return remindedAt === null || dayAt(remindedAt, timeZone) !== dayAt(now, timeZone)
}
