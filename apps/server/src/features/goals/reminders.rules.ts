/** Computes the times of reminder mails. Pure. */
import type { Plan } from './calendar.rules.ts'
import { dayAfter, dayAt, instantAt, weekdayOf } from '#server/platform/zoned-time.ts'

/** A later reminder is dropped, so that an evening's mail is not sent in the night after an outage. */
export const longestDelayMs = 2 * 3_600_000

/** Reminders end after this number without a visit. */
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

/** Returns whether the reminder of `dueAt` may still be sent: in time, and as the first one of its day. */
export function isInTime(
  { dueAt, remindedAt, timeZone }: { dueAt: Date; remindedAt: Date | null; timeZone: string },
  now: Date,
): boolean {
  if (now.getTime() - dueAt.getTime() > longestDelayMs) return false
  return remindedAt === null || dayAt(remindedAt, timeZone) !== dayAt(now, timeZone)
}
