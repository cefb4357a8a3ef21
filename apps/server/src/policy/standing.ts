import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from './caller.ts'
import type { CourseReference } from '@apogee/contracts/access.ts'
import type { CourseState } from '@apogee/contracts/limits.ts'
import type { CoursePermission, Standing } from './permissions.ts'

/** Selects the row of the permission table. Drafts and archived courses are off sale. */
export type CourseVisibility = keyof CoursePermission

/** Describes a caller's relation to a course. Every course permission depends on it. */
export interface CourseStanding {
  courseId: number
  visibility: CourseVisibility
  state: CourseState
  /** An enrolment gives access. One whose access has ended does not count. */
  isEnrolled: boolean
  /** The person is enrolled, and the access has ended (docs/decisions/access-periods.md). */
  hasEnded: boolean
  /** The access has ended, or ends so soon that a purchase may renew it. */
  mayRenew: boolean
  /** The person is enrolled and must complete other courses first (docs/decisions/course-openings.md). */
  isWaiting: boolean
  /**
   * The referenced module or item is closed to the caller. If the caller is enrolled, the views of open modules and items decide;
   * for everyone else its publication decides.
   */
  isClosed: boolean
  businessId: number | null
  sellerId: number
  /** The course's seller is suspended. */
  isWithheld: boolean
  held: readonly Standing[]
}

/** Holds what a standing depends on. Null means that nobody is signed in. */
type MaybePerson = Pick<Caller, 'userId' | 'role' | 'businessId'> | null

type Queryable = Pick<Database, 'kysely'>['kysely']

interface StandingRow {
  course_id: number
  visibility: CourseVisibility
  state: CourseState
  is_closed: boolean
  business_id: number | null
  seller_id: number
  created_by: number
  instructor_id: number
  is_enrolled: boolean
  has_ended: boolean
  may_renew: boolean
  is_waiting: boolean
  is_withheld: boolean
}

/** Computes the state of a course as the contract names it. The query must select from courses as `c`. */
export const courseState = sql<CourseState>`
  CASE WHEN c.archived_at IS NOT NULL THEN 'archived' WHEN c.is_draft THEN 'draft' ELSE 'published' END`

const origins = {
  course: sql`FROM course_cards c WHERE c.id`,
  content: sql`FROM outline_modules item JOIN course_cards c ON c.id = item.course_id WHERE item.id`,
  resource: sql`FROM outline_resources item JOIN course_cards c ON c.id = item.course_id WHERE item.id`,
}
/**
 * Each condition says whether the module or item `item` of `origins` is closed. Access of an enrolled learner follows the view of
 * open modules or items; access of others follows publication.
 */
const closed = {
  course: () => sql`false`,
  content: (userId: number | null) => closedTo(userId, sql`open_modules`),
  resource: (userId: number | null) => closedTo(userId, sql`open_resources`),
}
const closedTo = (userId: number | null, open: RawBuilder<unknown>) => sql`
  CASE WHEN ${enrolmentOf(userId)} THEN NOT EXISTS (SELECT 1 FROM ${open} o WHERE o.id = item.id AND o.user_id = ${userId})
       ELSE NOT item.is_published END`
const enrolmentOf = (userId: number | null) =>
  sql`EXISTS (SELECT 1 FROM studying_enrolments e WHERE e.course_id = c.id AND e.user_id = ${userId})`

/** Returns null if the course, module or item does not exist. */
export async function standingIn(
  db: Queryable,
  caller: MaybePerson,
  reference: CourseReference,
): Promise<CourseStanding | null> {
  const [kind, id] = Object.entries(reference)[0] as [keyof typeof origins, number]
  const [standing] = await standingsWhere(db, caller, kind, sql`= ${id}`)
  return standing ?? null
}

/** Returns standings by course id. Courses that do not exist are omitted. */
export async function standingsIn(
  db: Queryable,
  caller: MaybePerson,
  courseIds: readonly number[],
): Promise<ReadonlyMap<number, CourseStanding>> {
  const [first, ...others] = courseIds
  const isAsked = others.length === 0 ? sql`= ${first ?? null}` : sql`= ANY(${[...courseIds]}::bigint[])`
  const standings = await standingsWhere(db, caller, 'course', isAsked)
  return new Map(standings.map((standing) => [standing.courseId, standing]))
}

/** `isAsked` is an SQL condition on the id of the course, module or item. */
async function standingsWhere(
  db: Queryable,
  caller: MaybePerson,
  kind: keyof typeof origins,
  isAsked: RawBuilder<unknown>,
): Promise<CourseStanding[]> {
  const userId = caller?.userId ?? null
  const found = await sql<StandingRow>`
    SELECT origin.*, s.business_id, coalesce(mine.is_open, false) AS is_enrolled,
           coalesce(NOT mine.is_open, false) AS has_ended, coalesce(mine.is_renewable, false) AS may_renew,
           coalesce(mine.is_open AND awaits_prerequisites(mine.user_id, mine.course_id), false) AS is_waiting
      FROM (SELECT c.id AS course_id, ${courseState} AS state,
                   CASE WHEN NOT c.is_published THEN 'offSale' WHEN c.is_private THEN 'private' ELSE 'public' END AS visibility,
                   ${closed[kind](userId)} AS is_closed,
                   c.seller_id, c.created_by, c.instructor_id, c.is_withheld
              ${origins[kind]} ${isAsked}) origin
      JOIN seller_cards s ON s.id = origin.seller_id
      LEFT JOIN active_enrolments mine ON mine.course_id = origin.course_id AND mine.user_id = ${userId}::bigint`.execute(
    db,
  )
  return found.rows.map((course) => ({
    courseId: course.course_id,
    visibility: course.visibility,
    state: course.state,
    isEnrolled: course.is_enrolled,
    hasEnded: course.has_ended,
    mayRenew: course.may_renew,
    isWaiting: course.is_waiting,
    isClosed: course.is_closed,
    businessId: course.business_id,
    sellerId: course.seller_id,
    isWithheld: course.is_withheld,
    held: heldBy(caller, course),
  }))
}

type Relation = Pick<
  StandingRow,
  'business_id' | 'created_by' | 'instructor_id' | 'is_enrolled' | 'has_ended' | 'is_waiting'
>

export function heldBy(caller: MaybePerson, course: Relation): Standing[] {
  if (!caller) return ['AN']
  const enrolled: Standing[] = course.is_waiting
    ? ['WA']
    : course.is_enrolled
      ? ['EN']
      : course.has_ended
        ? ['ED']
        : []
  if (caller.role === 'superadmin') return ['SA', ...enrolled]
  const sameBusiness = caller.businessId === course.business_id
  if (caller.role === 'admin') return [sameBusiness ? 'AO' : 'AX', ...enrolled]
  if (caller.role === 'instructor') {
    const teaches = course.created_by === caller.userId || course.instructor_id === caller.userId
    return [sameBusiness && teaches ? 'IO' : 'IX', ...enrolled]
  }
  return enrolled.length > 0 ? enrolled : ['ST']
}
