import type { CourseCapability, CourseReference, RoleCapability } from '@apogee/contracts/access.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller, MaybeCaller } from './caller.ts'
import { coursePermissions, rolePermissions, verdictFor, type Standing, type Verdict } from './permissions.ts'
import { refuse, type RefusalDetails } from './refusal.ts'
import { standingIn, standingsIn, type CourseStanding } from './standing.ts'

type Queryable = Pick<Database, 'kysely'>['kysely']

const notFound = {
  course: 'COURSE_NOT_FOUND',
  content: 'CONTENT_NOT_FOUND',
  resource: 'RESOURCE_NOT_FOUND',
} as const satisfies Record<string, ErrorCode>

/** A ruling decides what a caller may do to a course. It depends on the caller's standing in the course. */
export interface CourseRuling {
  reference: CourseReference
  /** Returns the caller's standing, or refuses with 401, 403 or 404. The 404 is identical to that of a missing course. */
  decide(standing: CourseStanding | null): CourseStanding
}

/**
 * Refuses visitors who have to sign in, before the course is read.
 * `refusal` is the code of a 403. It is NOT_YOURS when the call names another user.
 */
export function rulingOnCourse(
  caller: MaybeCaller,
  capability: CourseCapability,
  reference: CourseReference,
  refusal: 'FORBIDDEN' | 'NOT_YOURS' = 'FORBIDDEN',
): CourseRuling {
  const kind = 'course' in reference ? 'course' : 'content' in reference ? 'content' : 'resource'
  if (!caller && coursePermissions[capability].public.AN === 'signIn') refuse('UNAUTHENTICATED')
  return {
    reference,
    decide: (standing) =>
      authorised(standing, capability, notFound[kind], refusal, kind === 'course' ? undefined : courseOf),
  }
}

/** Returns the caller's standing in this course, or refuses as `CourseRuling.decide` does. */
export async function authoriseOnCourse(
  db: Queryable,
  caller: MaybeCaller,
  capability: CourseCapability,
  reference: CourseReference,
): Promise<CourseStanding> {
  const ruling = rulingOnCourse(caller, capability, reference)
  return ruling.decide(await standingIn(db, caller, reference))
}

/**
 * Reads the standings in several courses with one statement. The returned function returns the caller's standing in one of these
 * courses, or refuses.
 */
export async function authoriserOnCourses(
  db: Queryable,
  caller: Caller,
  capability: CourseCapability,
  courseIds: readonly number[],
): Promise<(courseId: number) => CourseStanding> {
  const standings = await standingsIn(db, caller, courseIds)
  return (courseId) => authorised(standings.get(courseId) ?? null, capability, notFound.course, 'FORBIDDEN')
}

function authorised(
  standing: CourseStanding | null,
  capability: CourseCapability,
  missing: ErrorCode,
  refusal: ErrorCode,
  detailsOf?: (standing: CourseStanding) => RefusalDetails | undefined,
): CourseStanding {
  if (!standing) refuse(missing)
  const code = refusal === 'FORBIDDEN' ? whyRefused(capability, standing) : refusal
  enforce(
    verdictOn(capability, standing),
    missing,
    code,
    code === 'FORBIDDEN' ? detailsOf?.(standing) : undefined,
  )
  if (isHidden(standing)) refuse(missing)
  return standing
}

/**
 * Names the course of a refused lesson or module, so that its sales page can be shown. Nobody learns of a private course or a course
 * that is off sale. A draft in a public course is refused like a published item, so that nobody can tell them apart.
 */
const courseOf = ({ courseId, visibility }: CourseStanding): RefusalDetails | undefined =>
  visibility === 'public' ? { courseId } : undefined

/** Returns the code of a 403. Learners who would have access once they complete the prerequisites get a code that says so. */
export const whyRefused = (
  capability: CourseCapability,
  { isWaiting, visibility }: CourseStanding,
): 'FORBIDDEN' | 'PREREQUISITES_OPEN' =>
  isWaiting && coursePermissions[capability][visibility].EN === 'allow' ? 'PREREQUISITES_OPEN' : 'FORBIDDEN'

export function verdictOn(capability: CourseCapability, standing: CourseStanding): Verdict {
  return verdictFor(coursePermissions[capability][standing.visibility], standing.held)
}

/**
 * Returns whether a closed module or resource is hidden from the caller. Everyone except its authors is told that it does not
 * exist.
 */
export const isHidden = (standing: CourseStanding): boolean => standing.isClosed && !maySeeDrafts(standing)

export function maySeeDrafts(standing: CourseStanding): boolean {
  return verdictOn('course.seeDrafts', standing) === 'allow'
}

/** Decides a call without a course by the caller's role. */
export function authoriseByRole(caller: MaybeCaller, capability: RoleCapability): void {
  enforce(verdictFor(rolePermissions[capability], [standingOfRole(caller)]), 'NOT_FOUND')
}

export const mayByRole = (caller: { role: Role }, capability: RoleCapability): boolean =>
  verdictFor(rolePermissions[capability], [standingOfRole(caller)]) === 'allow'

function standingOfRole(caller: { role: Role } | null): Standing {
  if (!caller) return 'AN'
  return ({ student: 'ST', instructor: 'IO', admin: 'AO', superadmin: 'SA' } as const)[caller.role]
}

function enforce(
  verdict: Verdict,
  missing: ErrorCode,
  refusal: ErrorCode = 'FORBIDDEN',
  details?: RefusalDetails,
): void {
  if (verdict === 'signIn') refuse('UNAUTHENTICATED')
  if (verdict === 'refuse') refuse(refusal, details)
  if (verdict === 'hide') refuse(missing)
}
