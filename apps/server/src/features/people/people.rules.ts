/** Rules of roles, invitations and deletion. All functions are pure. */
import type { Role } from '@apogee/contracts/limits.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import type { InvitableRole } from '@apogee/contracts/people/invitable-roles.ts'

const day = 24 * 3_600_000

/**
 * Periods in ms: the validity of an invitation, the grace period before a deleted account is erased, and the wait before a refused
 * erasure is tried again.
 */
export const peopleTimes = { invitationMs: 14 * day, graceMs: 14 * day, tryErasureAgainMs: day } as const

/** The limit for one business, or for the platform, per day. */
export const invitationsPerDay = 100

interface Person {
  id: number
  role: Role
  businessId: number | null
}

const changesInTeam: readonly Role[] = ['student', 'instructor']

/**
 * Returns why this caller may not give this person this role. Null means that the caller may
 * (docs/security.md#orders-invoices-and-people). An admin may change team members of the own business between student and
 * instructor; a superadmin may change any role. This function does not check the rule for the last holder of a role.
 */
export function refusalOfRole(caller: Person, person: Person, role: Role): ErrorCode | null {
  if (person.role === role) return null
  if (caller.role === 'superadmin') {
    return role === 'admin' && person.businessId === null ? 'ADMIN_NEEDS_BUSINESS' : null
  }
  const isOfTeam =
    caller.role === 'admin' && caller.id !== person.id && caller.businessId === person.businessId
  return isOfTeam && changesInTeam.includes(person.role) && changesInTeam.includes(role) ? null : 'FORBIDDEN'
}

/**
 * Returns whether people of this role may invite. A person who changes to a role that may not invite loses the invitations that
 * they sent.
 */
export const mayInvite = (role: Role): boolean => role === 'admin' || role === 'superadmin'

/** A superadmin belongs to no business. */
export const businessWithRole = (role: Role, businessId: number | null): number | null =>
  role === 'superadmin' ? null : businessId

/**
 * Returns the business that an invitation is for, or the reason for a refusal. Admins invite instructors and admins into their own
 * business. Superadmins invite people for any role and business.
 */
export function businessOfInvitation(
  caller: Pick<Person, 'role' | 'businessId'>,
  asked: { role: InvitableRole; businessId?: number | undefined },
): { businessId: number | null } | { refusal: ErrorCode } {
  if (caller.role !== 'superadmin') {
    if (asked.businessId !== undefined && asked.businessId !== caller.businessId)
      return { refusal: 'NOT_YOURS' }
    return asked.role === 'superadmin' ? { refusal: 'FORBIDDEN' } : { businessId: caller.businessId }
  }
  if (asked.role === 'admin' && asked.businessId === undefined) return { refusal: 'ADMIN_NEEDS_BUSINESS' }
  return { businessId: asked.role === 'superadmin' ? null : (asked.businessId ?? null) }
}

/** Selects courses: all, those of a business, or those that an instructor created or teaches in that business. */
export type CourseScope =
  | { of: 'everybody' }
  | { of: 'business'; businessId: number }
  | { of: 'instructor'; userId: number; businessId: number | null }

/** Returns the courses whose people the caller sees. */
export function courseScopeOf({ role, businessId, userId }: CallerInTeam): CourseScope {
  if (role === 'superadmin') return { of: 'everybody' }
  if (role === 'admin' && businessId !== null) return { of: 'business', businessId }
  return { of: 'instructor', userId, businessId }
}

interface CallerInTeam {
  userId: number
  role: Role
  businessId: number | null
}
