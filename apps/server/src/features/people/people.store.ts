/** Lists of people for teachers and admins. Read-only: other features write accounts, enrolments and orders. */
import type { Role } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'

/** The courses that count: everybody's, a business's, or those an instructor created or teaches there. */
export type CourseScope =
  | { of: 'everybody' }
  | { of: 'business'; businessId: number }
  | { of: 'instructor'; userId: number; businessId: number | null }

export interface PeopleList {
  /** Everybody, the members of a business, or the learners of the courses in `scope`; without leaving people. */
  who: 'everybody' | 'learners' | { teamOf: number }
  /** The courses whose enrolments and bookings are listed: nobody sees what people bought elsewhere. */
  scope: CourseScope
  /** For ILIKE, already escaped. */
  pattern: string | null
}

export interface ListedRow {
  id: number
  name: string | null
  email: string
  role: Role
  businessId: number | null
  avatarUrl: string | null
  createdAt: Date
  lastEnrolled: Date | null
  lastBooking: Date | null
  totalBookings: number
  courses: { id: number; title: string }[]
}

/** Number of a person's courses that are listed. */
const coursesNamed = 100

const inScope = (scope: CourseScope) => {
  if (scope.of === 'everybody') return sql`true`
  if (scope.of === 'business') return sql`s.business_id = ${scope.businessId}`
  return sql`${scope.userId} IN (c.created_by, c.instructor_id) AND s.business_id IS NOT DISTINCT FROM ${scope.businessId}::bigint`
}

/** Of `inScope`, by the indexes of both columns: for all courses of an instructor, not for one that is known already. */
const inScopeByIndex = (scope: CourseScope) =>
  scope.of === 'instructor'
    ? sql`c.id IN (SELECT id FROM course_cards WHERE created_by = ${scope.userId}
                   UNION SELECT id FROM course_cards WHERE instructor_id = ${scope.userId})
          AND s.business_id IS NOT DISTINCT FROM ${scope.businessId}::bigint`
    : inScope(scope)

const scopedCourses = sql`course_cards c JOIN seller_cards s ON s.id = c.seller_id`

/**
 * `u`: who is listed. Learners come in the order of the page, so that accounts are read for its rows only: PostgreSQL takes learners
 * for few, and would read the accounts of all of them first.
 */
function listed(list: PeopleList) {
  const { who, scope } = list
  if (who !== 'learners' || scope.of === 'everybody') return sql`user_cards u`
  return sql`(SELECT DISTINCT e.user_id FROM active_enrolments e JOIN ${scopedCourses} ON c.id = e.course_id
               WHERE ${inScopeByIndex(scope)} ORDER BY e.user_id DESC OFFSET 0) learner JOIN user_cards u ON u.id = learner.user_id`
}

function wanted({ who, scope, pattern }: PeopleList) {
  const ofList =
    typeof who === 'object'
      ? sql`u.business_id = ${who.teamOf}`
      : who === 'learners' && scope.of === 'everybody'
        ? sql`EXISTS (SELECT FROM active_enrolments e WHERE e.user_id = u.id)`
        : sql`true`
  const found =
    pattern === null ? sql`true` : sql`(u.name ILIKE ${pattern} OR u.email::text ILIKE ${pattern})`
  return sql`u.erased_at IS NULL AND u.erase_after IS NULL AND ${ofList} AND ${found}`
}

/**
 * One page, newest id first. A booking is a settled order or a free enrolment (docs/api.md#courses-and-progress). The
 * page is cut before anything
 * is counted, so its cost is that of its rows: users_pkey backwards, or the trigram indexes when searched.
 */
export async function listPeople(
  db: Db,
  list: PeopleList,
  page: PageRequest,
): Promise<{ rows: ListedRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM ${listed(list)} WHERE ${wanted(list)} ${countLimit}) counted`.execute(
    db,
  )
  const scope = inScope(list.scope)
  const found = await sql<ListedRow>`
    WITH page AS (
      SELECT u.id, u.name, u.email, u.role, u.business_id, u.avatar_url, u.created_at FROM ${listed(list)}
       WHERE ${wanted(list)} AND ${newestPage('u.id', page)}
    )
    SELECT p.id, p.name, p.email::text AS email, p.role, p.business_id AS "businessId", p.avatar_url AS "avatarUrl",
           p.created_at AS "createdAt", places.newest AS "lastEnrolled", places.courses,
           booked.newest AS "lastBooking", booked.number AS "totalBookings"
      FROM page p
     CROSS JOIN LATERAL (
       SELECT max(place.granted_at) AS newest,
              coalesce(jsonb_agg(jsonb_build_object('id', place.id, 'title', place.title)
                                 ORDER BY place.granted_at DESC, place.id DESC), '[]') AS courses
         FROM (SELECT c.id, c.title, e.granted_at FROM active_enrolments e JOIN ${scopedCourses} ON c.id = e.course_id
                WHERE e.user_id = p.id AND ${scope}
                ORDER BY e.granted_at DESC, c.id DESC LIMIT ${coursesNamed}) place
     ) places
     CROSS JOIN LATERAL (
       SELECT max(booking.at) AS newest, count(*)::int AS number
         FROM (SELECT o.settled_at AS at FROM orders o
                WHERE o.buyer_id = p.id AND o.settled_at IS NOT NULL
                  AND EXISTS (SELECT 1 FROM order_lines l JOIN ${scopedCourses} ON c.id = l.course_id
                               WHERE l.order_id = o.id AND ${scope})
               UNION ALL
               SELECT e.granted_at FROM active_enrolments e JOIN ${scopedCourses} ON c.id = e.course_id
                WHERE e.user_id = p.id AND e.source = 'free' AND ${scope}) booking
     ) booked
     ORDER BY p.id DESC`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Whether the account has anything from a seller other than this business, or teaches for one: an order that is
 * settled or may still be paid, an enrolment or an invitation to one, a seat, a certificate, a course.
 */
export async function belongsToOtherSellers(
  tx: Tx,
  person: { id: number; email: string; businessId: number | null },
): Promise<boolean> {
  const { id, email } = person
  const found = await sql<{ holds: boolean }>`
    WITH others AS (SELECT id FROM seller_cards WHERE business_id IS DISTINCT FROM ${person.businessId}::bigint),
         elsewhere AS (SELECT id, created_by, instructor_id FROM course_cards WHERE seller_id IN (SELECT id FROM others))
    SELECT EXISTS (SELECT 1 FROM orders o JOIN order_lines l ON l.order_id = o.id
                    WHERE o.buyer_id = ${id} AND l.seller_id IN (SELECT id FROM others)
                      AND (o.settled_at IS NOT NULL OR o.state IN ('created', 'pending')))
        OR EXISTS (SELECT 1 FROM active_enrolments e JOIN elsewhere c ON c.id = e.course_id
                    WHERE e.user_id = ${id})
        OR EXISTS (SELECT 1 FROM course_invitations w JOIN elsewhere c ON c.id = w.course_id
                    WHERE w.email = ${email}::citext AND w.state = 'open')
        OR EXISTS (SELECT 1 FROM invoice_seats s JOIN invoice_lines l ON l.id = s.line_id
                     JOIN invoices i ON i.id = l.invoice_id
                    WHERE (s.user_id = ${id} OR s.email = ${email}::citext) AND s.state <> 'revoked'
                      AND i.state <> 'void' AND i.seller_id IN (SELECT id FROM others))
        OR EXISTS (SELECT 1 FROM certificates k JOIN elsewhere c ON c.id = k.course_id
                    WHERE k.user_id = ${id} AND k.revoked_at IS NULL)
        OR EXISTS (SELECT 1 FROM elsewhere c WHERE ${id} IN (c.created_by, c.instructor_id)) AS holds`.execute(
    tx,
  )
  return found.rows[0]?.holds ?? false
}
