/** Reads one person as a seller's courses and sales know them. Every statement names the caller's scope. Writes nothing. */
import type { Role } from '@apogee/contracts/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { sellerIn, type SellerScope } from '#server/policy/seller-scope.ts'
import type { CourseScope } from '../people.rules.ts'
import { inScope, scopedCourses } from '../people.store.ts'

export interface PersonScope {
  courses: CourseScope
  /** Null means that the caller sees no money. */
  money: SellerScope | null
  /** The caller administers the members of this business, or everybody. */
  team: { businessId: number } | 'everybody' | null
}

type Sql = RawBuilder<unknown>

/** Selects the ids of the caller's courses. */
const ownCourses = ({ courses }: PersonScope): Sql =>
  sql`(SELECT c.id FROM ${scopedCourses} WHERE ${inScope(courses)})`

/** Returns an SQL condition: the caller may know of the line, which has these columns. */
const ofLine = (scope: PersonScope, seller: Sql, course: Sql): Sql =>
  scope.money === null ? sql`${course} IN ${ownCourses(scope)}` : sellerIn(scope.money, seller)

/** A person's enrolments that are not ended by a refund. */
const places = (personId: number): Sql => sql`
  (SELECT course_id, granted_at, last_accessed_at, access_ends_at, CASE WHEN is_open THEN 'open' ELSE 'ended' END AS state
     FROM active_enrolments WHERE user_id = ${personId}
   UNION ALL
   SELECT course_id, granted_at, last_accessed_at, NULL::timestamptz, 'removed'
     FROM removed_enrolments WHERE user_id = ${personId})`

/** Selects the seats that a person `u` has taken. An address that a seller typed makes nobody known. */
const seats = sql`
  invoice_seats p JOIN invoice_lines l ON l.id = p.line_id JOIN invoices i ON i.id = l.invoice_id
 WHERE p.user_id = u.id AND p.state <> 'revoked' AND i.state <> 'void'`

function isKnown(scope: PersonScope): Sql {
  const { team } = scope
  if (team === 'everybody') return sql`true`
  return sql`(
    ${team === null ? sql`false` : sql`u.business_id = ${team.businessId}`}
    OR EXISTS (SELECT FROM active_enrolments e WHERE e.user_id = u.id AND e.course_id IN ${ownCourses(scope)})
    OR EXISTS (SELECT FROM removed_enrolments e WHERE e.user_id = u.id AND e.course_id IN ${ownCourses(scope)})
    ${scope.money === null ? sql`` : sql`OR ${isCustomer(scope)}`})`
}

const isCustomer = (scope: PersonScope): Sql => sql`(
  EXISTS (SELECT FROM settled_lines b WHERE b.buyer_id = u.id AND ${ofLine(scope, sql`b.seller_id`, sql`b.course_id`)})
  OR EXISTS (SELECT FROM settled_lines b WHERE b.learner_id = u.id AND ${ofLine(scope, sql`b.seller_id`, sql`b.course_id`)})
  OR EXISTS (SELECT FROM ${seats} AND ${ofLine(scope, sql`i.seller_id`, sql`l.course_id`)}))`

export interface PersonRow {
  id: number
  name: string | null
  email: string
  avatarUrl: string | null
  role: Role
  businessName: string | null
  createdAt: Date
}

/** Undefined means that the person does not exist, or has nothing to do with the caller's courses and sales. */
export async function visiblePerson(db: Db, id: number, scope: PersonScope): Promise<PersonRow | undefined> {
  const { team } = scope
  const isOfTeam =
    team === null ? sql`false` : team === 'everybody' ? sql`true` : sql`u.business_id = ${team.businessId}`
  const found = await sql<PersonRow>`
    SELECT u.id, u.name, u.email::text AS email, u.avatar_url AS "avatarUrl", u.role, b.name AS "businessName",
           u.created_at AS "createdAt"
      FROM user_cards u LEFT JOIN businesses b ON b.id = u.business_id AND ${isOfTeam}
     WHERE u.id = ${id} AND u.erased_at IS NULL AND ${isKnown(scope)}`.execute(db)
  return found.rows[0]
}

export interface PlaceRow {
  courseId: number
  courseTitle: string
  state: 'open' | 'ended' | 'removed'
  since: Date
  lastSeenAt: Date | null
  accessEndsAt: Date | null
  completedLessons: number
  totalLessons: number
  isPaid: boolean
}

export async function placesOf(
  db: Db,
  personId: number,
  { courses }: PersonScope,
  limit: number,
): Promise<PlaceRow[]> {
  const found = await sql<PlaceRow>`
    WITH place AS MATERIALIZED (
      SELECT c.id, c.title, e.* FROM ${places(personId)} e JOIN ${scopedCourses} ON c.id = e.course_id
       WHERE ${inScope(courses)} ORDER BY e.granted_at DESC, c.id DESC LIMIT ${limit})
    SELECT e.id AS "courseId", e.title AS "courseTitle", e.state, e.granted_at AS since, e.last_accessed_at AS "lastSeenAt",
           e.access_ends_at AS "accessEndsAt",
           (SELECT count(*)::int FROM lessons n JOIN learner_progress p ON p.resource_id = n.id AND p.user_id = ${personId}
             WHERE n.course_id = e.id AND p.completed_at IS NOT NULL) AS "completedLessons",
           (SELECT count(*)::int FROM lessons n WHERE n.course_id = e.id) AS "totalLessons",
           (EXISTS (SELECT FROM settled_lines b
                     WHERE b.learner_id = ${personId} AND b.course_id = e.id AND b.status = 'granted' AND b.price_cents > 0)
            OR EXISTS (SELECT FROM held_seats h WHERE h.user_id = ${personId} AND h.course_id = e.id)) AS "isPaid"
      FROM place e ORDER BY e.granted_at DESC, e.id DESC`.execute(db)
  return found.rows
}

/** Selects the lines that the person bought from these sellers, for `moneyOfLines`. */
export const linesBought = (personId: number, money: SellerScope): Sql => sql`
  SELECT 'order:' || b.order_id, b.id FROM settled_lines b
   WHERE b.buyer_id = ${personId} AND ${sellerIn(money, sql`b.seller_id`)}`

export interface OrderRow {
  id: string
  at: Date
  courseTitles: string[]
  price: number
  returned: number
  isChargedBack: boolean
}

/** Returns the newest settled orders first. The amounts are those of the lines of these sellers. */
export async function ordersOf(
  db: Db,
  personId: number,
  money: SellerScope,
  limit: number,
): Promise<OrderRow[]> {
  const found = await sql<OrderRow>`
    SELECT b.order_public_id AS id, b.settled_at AS at, array_agg(b.title ORDER BY b.id) AS "courseTitles",
           sum(b.price_cents)::int AS price, sum(l.refunded_cents)::int AS returned,
           bool_or(EXISTS (SELECT FROM seller_chargebacks t WHERE t.line_id = b.id)) AS "isChargedBack"
      FROM settled_lines b JOIN order_lines l ON l.id = b.id
     WHERE b.buyer_id = ${personId} AND ${sellerIn(money, sql`b.seller_id`)}
     GROUP BY b.order_id, b.order_public_id, b.settled_at ORDER BY b.order_id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

export interface SeatRow {
  courseId: number
  courseTitle: string
  invoiceId: string
  number: string
  company: string
}

export async function seatsOf(
  db: Db,
  personId: number,
  scope: PersonScope,
  limit: number,
): Promise<SeatRow[]> {
  const found = await sql<SeatRow>`
    SELECT l.course_id AS "courseId", l.title AS "courseTitle", i.public_id AS "invoiceId",
           'INV-' || i.year || '-' || lpad(i.number::text, 4, '0') AS number, i.company_name AS company
      FROM user_cards u, ${seats} AND u.id = ${personId} AND ${ofLine(scope, sql`i.seller_id`, sql`l.course_id`)}
     ORDER BY p.id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

export interface CertificateRow {
  id: string
  courseTitle: string
  issuedAt: Date
  state: 'valid' | 'revoked' | 'withdrawn'
}

export async function certificatesOf(
  db: Db,
  personId: number,
  { courses }: PersonScope,
  limit: number,
): Promise<CertificateRow[]> {
  const found = await sql<CertificateRow>`
    SELECT k.public_id AS id, c.title AS "courseTitle", k.issued_at AS "issuedAt",
           CASE WHEN k.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN k.revoked_at IS NOT NULL THEN 'revoked' ELSE 'valid' END AS state
      FROM certificate_cards k JOIN ${scopedCourses} ON c.id = k.course_id
     WHERE k.user_id = ${personId} AND ${inScope(courses)} ORDER BY k.issued_at DESC LIMIT ${limit}`.execute(
    db,
  )
  return found.rows
}
