/** Whose figures somebody sees. Pure. */
import type { Analytics, ExportKind } from '@apogee/contracts/insights.ts'
import type { Caller } from '#server/policy/caller.ts'

type Person = Pick<Caller, 'role' | 'userId' | 'businessId'>

export type InsightScope =
  | { kind: 'own'; userId: number; businessId: number | null }
  | { kind: 'business'; businessId: number }
  | { kind: 'platform' }

/** An instructor's own courses (created or taught, in the present business), an admin's business, all for a superadmin. */
export function insightScope({ role, userId, businessId }: Person): InsightScope {
  if (role === 'superadmin') return { kind: 'platform' }
  return role === 'admin' && businessId !== null
    ? { kind: 'business', businessId }
    : { kind: 'own', userId, businessId }
}

/** round(completed / lessons × 100); null while there is nothing to complete. */
export function completionRate({
  lessons,
  completed,
}: {
  lessons: number
  completed: number
}): Analytics['completionRate'] {
  return lessons === 0 ? null : Math.round((completed / lessons) * 100)
}

/** `apogee-users-2026-11-20.csv`: the day in Kuala Lumpur. */
export function exportFileName(what: ExportKind, now: Date): string {
  return `apogee-${what}-${dayInKualaLumpur(now)}.csv`
}

/** Made once: a formatter for each of a hundred thousand rows takes a minute and gigabytes of the process's own memory. */
const days = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kuala_Lumpur',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** yyyy-MM-dd in Kuala Lumpur. */
export const dayInKualaLumpur = (instant: Date): string => days.format(instant)
