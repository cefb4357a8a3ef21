/** Restricts a course's statistics to enrolments within a range of days. */
import { endOfDay, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { refuse } from './refusal.ts'

/** Both days are included and are days in Malaysia. If a day is absent, the range has no limit on that side. */
export interface EnrolmentDays {
  from?: string | undefined
  to?: string | undefined
}

/** Every enrolment lies between these days. */
const anyDay = { from: '2000-01-01', to: '9999-12-30' }

/** Converts days to instants. Refuses ORDER_DAYS_REVERSED when `from` is after `to`. */
export function enrolmentTimes({ from = anyDay.from, to = anyDay.to }: EnrolmentDays): {
  from: Date
  to: Date
} {
  if (from > to) refuse('ORDER_DAYS_REVERSED')
  return { from: startOfDay(from), to: endOfDay(to) }
}
