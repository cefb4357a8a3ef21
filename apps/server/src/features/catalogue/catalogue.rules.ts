/** Rules of which courses a list shows, and of a course's length. Pure. */
import type { CourseState, Role } from '@apogee/contracts/limits.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'

/** Reading time of a document's page in seconds. */
export const secondsPerPage = 120

/**
 * Videos (seconds) and documents (pages) in minutes, rounded up once for the whole course
 * (docs/api.md#courses-and-progress).
 */
export function minutesOf({ seconds, pages }: { seconds: number; pages: number }): number {
  return Math.ceil((seconds + pages * secondsPerPage) / 60)
}

/** Filters of whose courses are listed; all null: everything the viewer may see. */
export interface ListScope {
  createdBy: number | null
  /** Also courses that `createdBy` teaches, whoever created them. */
  withTaught: boolean
  /** A business's courses, or the platform's own. */
  seller: { business: number } | { platform: true } | null
}

/** State of the listed courses; 'current' means drafts and published ones. */
export type ListedState = CourseState | 'current'

/** The facts about the viewer that a list depends on. */
export type Viewer = { userId: number; role: Role; businessId: number | null } | null

/**
 * `createdBy` is the caller, or anybody for a superadmin; `businessId=own` is for admins. Refuses UNAUTHENTICATED and
 * NOT_YOURS.
 */
export function listScope(
  caller: MaybeCaller,
  asked: {
    createdBy?: number | undefined
    include?: 'taught' | undefined
    businessId?: 'own' | undefined
  },
): ListScope {
  if (asked.createdBy === undefined && asked.businessId === undefined)
    return { createdBy: null, withTaught: false, seller: null }
  if (!caller) refuse('UNAUTHENTICATED')
  if (asked.createdBy !== undefined && caller.role !== 'superadmin' && asked.createdBy !== caller.userId) {
    refuse('NOT_YOURS')
  }
  const own = { createdBy: asked.createdBy ?? null, withTaught: asked.include === 'taught' }
  if (asked.businessId === undefined) return { ...own, seller: null }
  if (caller.role === 'superadmin') return { ...own, seller: { platform: true } }
  if (caller.role !== 'admin' || caller.businessId === null) refuse('NOT_YOURS')
  return { ...own, seller: { business: caller.businessId } }
}
