/** Rules that select the figures a caller sees. All functions are pure. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { Analytics, ExportKind } from '@apogee/contracts/operations/insights.ts'
import type { Caller } from '#server/policy/caller.ts'

type Person = Pick<Caller, 'role' | 'userId' | 'businessId'>

export type InsightScope =
  | { kind: 'own'; userId: number; businessId: number | null }
  | { kind: 'business'; businessId: number }
  | { kind: 'platform' }

/**
 * Returns whose figures a caller sees: an instructor those of own courses (created or taught, in the current business), an admin
 * those of the business, a superadmin all.
 */
export function insightScope({ role, userId, businessId }: Person): InsightScope {
  if (role === 'superadmin') return { kind: 'platform' }
  return role === 'admin' && businessId !== null
    ? { kind: 'business', businessId }
    : { kind: 'own', userId, businessId }
}

/** Returns round(completed / lessons × 100), and null without lessons. */
export function completionRate({
  lessons,
  completed,
}: {
  lessons: number
  completed: number
}): Analytics['completionRate'] {
  return lessons === 0 ? null : Math.round((completed / lessons) * 100)
}

/** Returns a name such as `apogee-users-2026-11-20.csv` with the day in Malaysia. */
export function exportFileName(what: ExportKind, now: Date): string {
  return `apogee-${what}-${dayInMalaysia(now)}.csv`
}
