/** Figures read from tables of other features; writes only its own download tokens. */
import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'
import type { ExportKind } from '@apogee/contracts/operations/insights.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { OrderQuery } from '#server/features/sales/orders/seller-orders.service.ts'
import { courseColumns, courseJoins, type CourseRow } from '#server/features/courses/courses.service.ts'
import type { InsightScope } from './insights.rules.ts'

/** Courses `c` of sellers `s` in the scope; archived ones included, because they have had sales. */
function coursesOf(scope: InsightScope): RawBuilder<unknown> {
  if (scope.kind === 'platform') return sql`true`
  if (scope.kind === 'business') return sql`s.business_id = ${scope.businessId}`
  return sql`(c.created_by = ${scope.userId} OR c.instructor_id = ${scope.userId})
    AND s.business_id IS NOT DISTINCT FROM ${scope.businessId}::bigint`
}

/** All accounts, or the team and everybody enrolled. */
function peopleOf(scope: InsightScope): RawBuilder<unknown> {
  if (scope.kind === 'platform') return sql`SELECT u.id FROM user_cards u WHERE u.erased_at IS NULL`
  const learners = sql`
    SELECT u.id FROM user_cards u WHERE u.erased_at IS NULL AND u.id IN (SELECT user_id FROM places)`
  return scope.kind === 'own'
    ? learners
    : sql`${learners} UNION SELECT u.id FROM user_cards u
           WHERE u.erased_at IS NULL AND u.business_id = ${scope.businessId}`
}

/**
 * `course`: courses of the scope; `places`: active enrolments; `sales`: lines of settled orders, `held` unless
 * refunded.
 */
const basis = (scope: InsightScope) => sql`
  course AS MATERIALIZED (
    SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id WHERE ${coursesOf(scope)}),
  places AS MATERIALIZED (
    SELECT e.user_id, e.course_id, e.source, e.granted_at
      FROM active_enrolments e JOIN course ON course.id = e.course_id),
  sales AS MATERIALIZED (
    SELECT l.buyer_id, l.settled_at, l.course_id, l.price_cents, l.status = 'granted' AS held
      FROM course JOIN settled_lines l ON l.course_id = course.id
     WHERE l.status <> 'open')`

export interface FigureRow {
  totalUsers: number
  activeUsers: number
  revenueCents: number
  lessons: number
  completed: number
}

/** The four cards in one statement: each table is read once for the scope's courses. */
export async function readFigures(db: Db, scope: InsightScope): Promise<FigureRow> {
  const found = await sql<FigureRow>`
    WITH ${basis(scope)},
    people AS (${peopleOf(scope)}),
    bookers AS (SELECT buyer_id AS id FROM sales UNION SELECT user_id FROM places WHERE source = 'free'),
    item AS MATERIALIZED (
      SELECT r.course_id, r.id, r.file_type = 'video' AS is_video,
             bool_or(r.file_type = 'video') OVER (PARTITION BY r.course_id) AS has_video
        FROM course JOIN published_resources r ON r.course_id = course.id),
    lesson AS MATERIALIZED (SELECT course_id, id FROM item WHERE is_video OR NOT has_video)
    SELECT (SELECT count(*) FROM people) AS "totalUsers",
           (SELECT count(*) FROM people JOIN bookers USING (id)) AS "activeUsers",
           (SELECT coalesce(sum(price_cents), 0)::int8 FROM sales WHERE held) AS "revenueCents",
           (SELECT count(*) FROM places p JOIN lesson l USING (course_id)) AS lessons,
           (SELECT count(*) FROM lesson l JOIN resource_progress rp ON rp.resource_id = l.id
              JOIN places p ON p.course_id = l.course_id AND p.user_id = rp.user_id
             WHERE rp.completed_at IS NOT NULL) AS completed`.execute(db)
  return onlyRow(found)
}

export interface MonthRow {
  /** '2026-11' */
  month: string
  enrolments: number
  revenueCents: number
}

/** The month of `now` and the ones before it, oldest first; months in Kuala Lumpur. */
export async function readMonths(
  db: Db,
  scope: InsightScope,
  { now, months }: { now: Date; months: number },
): Promise<MonthRow[]> {
  const local = (time: RawBuilder<unknown>) =>
    sql`date_trunc('month', ${time} AT TIME ZONE ${sql.lit(malaysiaTimeZone)})`
  const found = await sql<MonthRow>`
    WITH ${basis(scope)},
    month AS (
      SELECT ${local(sql`${now}::timestamptz`)} - make_interval(months => back) AS start
        FROM generate_series(0, ${months}::int - 1) AS back),
    given AS (SELECT ${local(sql`granted_at`)} AS start, count(*) AS places FROM places GROUP BY 1),
    sold AS (SELECT ${local(sql`settled_at`)} AS start, sum(price_cents)::int8 AS cents FROM sales WHERE held GROUP BY 1)
    SELECT to_char(month.start, 'YYYY-MM') AS month, coalesce(given.places, 0) AS enrolments,
           coalesce(sold.cents, 0) AS "revenueCents"
      FROM month LEFT JOIN given USING (start) LEFT JOIN sold USING (start)
     ORDER BY month.start`.execute(db)
  return found.rows
}

export interface TopCourseRow extends CourseRow {
  students: number
  revenueCents: number
}

/** Published courses with learners: most enrolments first, then most revenue. */
export async function readTopCourses(db: Db, scope: InsightScope, limit: number): Promise<TopCourseRow[]> {
  const found = await sql<TopCourseRow>`
    WITH ${basis(scope)},
    ranked AS (
      SELECT held.course_id, held.students,
             (SELECT coalesce(sum(price_cents), 0)::int8 FROM sales
               WHERE sales.course_id = held.course_id AND sales.held) AS cents
        FROM (SELECT p.course_id, count(*) AS students FROM places p JOIN course_cards c ON c.id = p.course_id
               WHERE c.is_published GROUP BY p.course_id) held
       ORDER BY held.students DESC, cents DESC, held.course_id LIMIT ${limit})
    SELECT ${courseColumns}, ranked.students, ranked.cents AS "revenueCents"
      FROM ranked JOIN course_cards c ON c.id = ranked.course_id ${courseJoins}
     ORDER BY ranked.students DESC, ranked.cents DESC, c.id`.execute(db)
  return found.rows
}

export interface ExportFilters extends OrderQuery {
  scope?: 'created' | 'business' | 'all' | undefined
  month?: string | undefined
}

export interface NewTicket {
  tokenSha256: Buffer
  sessionId: number
  what: ExportKind
  filters: ExportFilters
  expiresAt: Date
}

export async function insertTicket(db: Db, ticket: NewTicket): Promise<void> {
  await sql`
    INSERT INTO download_tickets (token_sha256, session_id, what, filters, expires_at)
    VALUES (${ticket.tokenSha256}, ${ticket.sessionId}, ${ticket.what}, ${JSON.stringify(ticket.filters)}::jsonb,
            ${ticket.expiresAt})`.execute(db)
}

export interface UsedDownloadToken extends Omit<Caller, 'hasFreshProof' | 'address'> {
  what: ExportKind
  filters: ExportFilters
}

/**
 * Uses the token up; of two concurrent uses one succeeds. Returns its owner's current state; undefined when signed out
 * or deleted.
 */
export async function spendDownloadToken(
  db: Db,
  tokenSha256: Buffer,
  now: Date,
): Promise<UsedDownloadToken | undefined> {
  const used = await sql<UsedDownloadToken>`
    UPDATE download_tickets t SET used_at = ${now}
      FROM sessions s JOIN user_cards u ON u.id = s.user_id
     WHERE t.token_sha256 = ${tokenSha256} AND t.used_at IS NULL AND t.expires_at > ${now}
       AND s.id = t.session_id AND s.expires_at > ${now} AND u.erased_at IS NULL
    RETURNING t.what, t.filters, u.id AS "userId", s.id AS "sessionId", u.role, u.business_id AS "businessId",
              u.email::text AS email, u.name, u.email_verified_at IS NOT NULL AS "emailVerified"`.execute(db)
  return used.rows[0]
}

export async function sweepTickets(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM download_tickets WHERE expires_at < ${now}`.execute(db)
}
