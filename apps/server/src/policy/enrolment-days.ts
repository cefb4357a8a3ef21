/** Restricts a course's statistics to enrolments within a range of days. */
import { endOfDay, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { refuse } from './refusal.ts'

/** The days are in Malaysia, both included. An absent day means unlimited. */
export interface EnrolmentDays {
  from?: string | undefined
  to?: string | undefined
}

/** The days precede the first enrolment and follow the last. */
const anyDay = { from: '2000-01-01', to: '9999-12-30' }

/** Refuses ORDER_DAYS_REVERSED. */
export function enrolmentTimes({ from = anyDay.from, to = anyDay.to }: EnrolmentDays): {
  from: Date
  to: Date
} {
  if (from > to) refuse('ORDER_DAYS_REVERSED')
  return { from: startOfDay(from), to: endOfDay(to) }
}
