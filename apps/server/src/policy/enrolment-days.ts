/** The days of enrolment that figures of a course are read for. */
import { endOfDay, startOfDay } from '@apogee/domain/malaysia-time.ts'
import { refuse } from './refusal.ts'

/** Days in Malaysia, both included; absent: unlimited. */
export interface EnrolmentDays {
  from?: string | undefined
  to?: string | undefined
}

/** Before the first enrolment, and after the last. */
const anyDay = { from: '2000-01-01', to: '9999-12-30' }

/** Refuses ORDER_DAYS_REVERSED. */
export function enrolmentTimes({ from = anyDay.from, to = anyDay.to }: EnrolmentDays): {
  from: Date
  to: Date
} {
  if (from > to) refuse('ORDER_DAYS_REVERSED')
  return { from: startOfDay(from), to: endOfDay(to) }
}
