/** What a list shows to whom, and how a course is measured. Pure. */
import type { CourseState, Role } from '@apogee/contracts/limits.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'

/** How long a page of a document takes to read: two minutes, as a reader with a pencil needs. */
export const secondsPerPage = 120

/** Videos (seconds) and documents (pages) in minutes, rounded up once for the whole course (docs/api.md#courses-and-progress). */
export function minutesOf({ seconds, pages }: { seconds: number; pages: number }): number {
  return Math.ceil((seconds + pages * secondsPerPage) / 60)
}

/** Whose courses are listed; null everywhere: all that the viewer may see. */
export interface ListScope {
  createdBy: number | null
  /** Also what `createdBy` teaches, whoever created it. */
  withTaught: boolean
  /** A business's courses, or the platform's own. */
  seller: { business: number } | { platform: true } | null
}

/** Which courses a list holds; 'current' are drafts and published ones. */
export type ListedState = CourseState | 'current'

/** What a list needs to know of who looks. */
export type Viewer = { userId: number; role: Role; businessId: number | null } | null

/**
 * `createdBy` is oneself, or anybody for a superadmin; `businessId=own` is for admins. Refuses UNAUTHENTICATED and
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
