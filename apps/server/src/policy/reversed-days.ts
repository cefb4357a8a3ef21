import { refuse } from './refusal.ts'

/** Refuses a range whose first day is after its last one, because its list would always be empty. */
export function refuseDaysReversed({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}): void {
  if (from !== undefined && to !== undefined && from > to) refuse('ORDER_DAYS_REVERSED')
}
