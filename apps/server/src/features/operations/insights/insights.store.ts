/** Figures read from tables of other features. This file writes only its own download tokens. */
import type { JournalCodes, JournalProgram } from '@apogee/contracts/accounting/books.ts'
import type { LedgerFigure } from '@apogee/contracts/accounting/ledger-figures.ts'
import type { SecurityLogSearch } from '#server/features/security-log/security-log.service.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import type { ExportKind } from '@apogee/contracts/operations/insights.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { OrderQuery } from '#server/features/sales/orders/seller-orders.service.ts'
import type { RosterQuery } from '#server/features/roster/roster.service.ts'
import { courseColumns, courseJoins, type CourseRow } from '#server/features/courses/courses.service.ts'
import { changesOf, figuresNow } from './figures.store.ts'
import type { InsightScope } from './insights.rules.ts'

/** Selects courses `c` of sellers `s` in the scope. Archived courses are included, because they may have had sales. */
export function coursesOf(scope: InsightScope): RawBuilder<unknown> {
  if (scope.kind === 'platform') return sql`true`
  if (scope.kind === 'business') return sql`s.business_id = ${scope.businessId}`
  // The two subqueries use two indexes. PostgreSQL would scan all sellers for an OR of both columns, and for IS NOT DISTINCT FROM.
  return sql`c.id IN (SELECT id FROM course_cards WHERE created_by = ${scope.userId}
                      UNION SELECT id FROM course_cards WHERE instructor_id = ${scope.userId})
    AND ${scope.businessId === null ? sql`s.business_id IS NULL` : sql`s.business_id = ${scope.businessId}`}`
}

/** Selects the people of a scope: all accounts of the platform, or the enrolled people, with the team for a business. */
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
 * The common table expressions of the counts: `course` has the courses of the scope, `places` their active enrolments, and `sales`
 * their lines of settled orders.
 */
const basis = (scope: InsightScope) => sql`
  course AS MATERIALIZED (
    SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id WHERE ${coursesOf(scope)}),
  places AS MATERIALIZED (
    SELECT e.user_id, e.course_id, e.source, e.granted_at
      FROM active_enrolments e JOIN course ON course.id = e.course_id),
  sales AS MATERIALIZED (
    SELECT l.buyer_id FROM course JOIN settled_lines l ON l.course_id = course.id WHERE l.status <> 'open')`

export interface FigureRow {
  totalUsers: number
  activeUsers: number
  lessons: number
  completed: number
}

/**
 * Counts the four figures of the cards from rows in one statement. The result is used until the sums are built, and as the
 * reference for comparing them.
 */
export async function countFigures(db: Db, scope: InsightScope): Promise<FigureRow> {
  const found = await sql<FigureRow>`
    WITH ${basis(scope)},
    people AS (${peopleOf(scope)}),
    bookers AS (SELECT buyer_id AS id FROM sales UNION SELECT user_id FROM places WHERE source = 'free'),
    lesson AS MATERIALIZED (SELECT l.id, l.course_id FROM course JOIN lessons l ON l.course_id = course.id)
    SELECT (SELECT count(*) FROM people) AS "totalUsers",
           (SELECT count(*) FROM people JOIN bookers USING (id)) AS "activeUsers",
           (SELECT count(*) FROM places p JOIN lesson l USING (course_id)) AS lessons,
           (SELECT count(*) FROM lesson l JOIN resource_progress rp ON rp.resource_id = l.id
              JOIN places p ON p.course_id = l.course_id AND p.user_id = rp.user_id
             WHERE rp.completed_at IS NOT NULL) AS completed`.execute(db)
  return onlyRow(found)
}

export interface MonthRow {
  /** A month such as '2026-11'. */
  month: string
  enrolments: number
}

/**
 * Counts enrolments from rows for the month of `now` and the months before, oldest first. Months begin at midnight in Kuala Lumpur.
 */
export async function countMonths(
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
    given AS (SELECT ${local(sql`granted_at`)} AS start, count(*) AS places FROM places GROUP BY 1)
    SELECT to_char(month.start, 'YYYY-MM') AS month, coalesce(given.places, 0) AS enrolments
      FROM month LEFT JOIN given USING (start)
     ORDER BY month.start`.execute(db)
  return found.rows
}

export interface TopCourseRow extends CourseRow {
  students: number
}

/** Counts from rows which published courses have the most enrolments. */
export async function countTopCourses(db: Db, scope: InsightScope, limit: number): Promise<TopCourseRow[]> {
  const found = await sql<TopCourseRow>`
    WITH ${basis(scope)},
    ranked AS (
      SELECT p.course_id, count(*) AS students FROM places p JOIN course_cards c ON c.id = p.course_id
       WHERE c.is_published GROUP BY p.course_id ORDER BY students DESC, p.course_id LIMIT ${limit})
    SELECT ${courseColumns}, ranked.students
      FROM ranked JOIN course_cards c ON c.id = ranked.course_id ${courseJoins}
     ORDER BY ranked.students DESC, c.id`.execute(db)
  return found.rows
}

/**
 * Common table expressions with the courses of the scope, their changes and their current figures. The scope of the platform has
 * only the changed courses.
 */
const kept = (scope: InsightScope) => sql`
  course AS MATERIALIZED (${
    scope.kind === 'platform'
      ? sql`SELECT DISTINCT course_id AS id FROM figure_changes WHERE course_id IS NOT NULL`
      : sql`SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id WHERE ${coursesOf(scope)}`
  }),
  change AS MATERIALIZED (${changesOf(sql`SELECT id FROM course`)}),
  figure AS MATERIALIZED (${figuresNow})`

/** Does the same as `countFigures` for a business or a person. All figures except those of people come from sums. */
export async function readFigures(db: Db, scope: InsightScope): Promise<FigureRow> {
  const found = await sql<FigureRow>`
    WITH ${kept(scope)},
    person AS (
      SELECT id, bool_or(has_booked) AS has_booked FROM (
        -- An enrolment by purchase has a settled line. Only the lines of the other people are looked up.
        SELECT e.user_id AS id, e.source IN ('free', 'purchase') AS has_booked
          FROM course JOIN active_enrolments e ON e.course_id = course.id
        ${scope.kind === 'business' ? sql`UNION ALL SELECT u.id, false FROM user_cards u WHERE u.business_id = ${scope.businessId}` : sql``}) part
       GROUP BY id),
    people AS (
      SELECT count(*) AS people, count(*) FILTER (WHERE has_booked OR EXISTS (
               SELECT FROM settled_lines l JOIN course ON course.id = l.course_id
                WHERE l.buyer_id = person.id AND l.status <> 'open')) AS booked
        FROM person WHERE NOT EXISTS (SELECT FROM user_cards u WHERE u.id = person.id AND u.erased_at IS NOT NULL))
    SELECT (SELECT people FROM people) AS "totalUsers", (SELECT booked FROM people) AS "activeUsers",
           coalesce(sum(enrolments * lessons), 0)::int8 AS lessons,
           coalesce(sum(completed), 0)::int8 AS completed
      FROM figure`.execute(db)
  return onlyRow(found)
}

/**
 * Returns the same figures as `countMonths`, read from sums. The platform has a row of its own for all courses; other scopes add up
 * the rows of their courses.
 */
export async function readMonths(
  db: Db,
  scope: InsightScope,
  { now, months }: { now: Date; months: number },
): Promise<MonthRow[]> {
  // OFFSET 0 makes PostgreSQL look up the months of each course. It overestimates the number of an instructor's courses and would
  // otherwise read the months of all courses.
  const wanted = sql`m.month >= (SELECT min(start) FROM month)`
  const ofScope =
    scope.kind === 'platform'
      ? sql`course_months m WHERE m.course_id = 0 AND ${wanted}`
      : sql`course CROSS JOIN LATERAL (SELECT * FROM course_months m WHERE m.course_id = course.id AND ${wanted} OFFSET 0) m`
  const found = await sql<MonthRow>`
    WITH course AS MATERIALIZED (
      SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
       WHERE ${scope.kind === 'platform' ? sql`false` : coursesOf(scope)}),
    month AS (
      SELECT (month_in_kuala_lumpur(${now}::timestamptz) - make_interval(months => back))::date AS start
        FROM generate_series(0, ${months}::int - 1) AS back),
    part AS (
      SELECT m.month, m.enrolments FROM ${ofScope}
      UNION ALL
      SELECT k.month, k.enrolments FROM figure_changes k
       WHERE k.month IS NOT NULL AND ${scope.kind === 'platform' ? sql`true` : sql`k.course_id IN (SELECT id FROM course)`})
    SELECT to_char(month.start, 'YYYY-MM') AS month, coalesce(sum(part.enrolments), 0)::int8 AS enrolments
      FROM month LEFT JOIN part ON part.month = month.start GROUP BY month.start ORDER BY month.start`.execute(
    db,
  )
  return found.rows
}

/**
 * Returns the same courses as `countTopCourses`, read from sums. For the platform, the candidates are the first courses without
 * changes, and all courses with changes.
 */
export async function readTopCourses(db: Db, scope: InsightScope, limit: number): Promise<TopCourseRow[]> {
  const unchanged = sql`
    (SELECT f.course_id, f.enrolments FROM course_figures f JOIN course_cards c ON c.id = f.course_id AND c.is_published
      WHERE f.enrolments > 0 AND f.course_id NOT IN (SELECT id FROM course)
      ORDER BY f.enrolments DESC, f.course_id LIMIT ${limit})`
  const found = await sql<TopCourseRow>`
    WITH ${kept(scope)},
    candidate AS (
      SELECT course_id, enrolments FROM figure
      ${scope.kind === 'platform' ? sql`UNION ALL ${unchanged}` : sql``}),
    ranked AS (
      SELECT candidate.* FROM candidate JOIN course_cards c ON c.id = candidate.course_id
       WHERE c.is_published AND candidate.enrolments > 0
       ORDER BY candidate.enrolments DESC, c.id LIMIT ${limit})
    SELECT ${courseColumns}, ranked.enrolments AS students
      FROM ranked JOIN course_cards c ON c.id = ranked.course_id ${courseJoins}
     ORDER BY ranked.enrolments DESC, c.id`.execute(db)
  return found.rows
}

export interface ExportFilters extends OrderQuery, Omit<RosterQuery, 'limit' | 'cursor'>, SecurityLogSearch {
  scope?: 'created' | 'business' | 'all' | undefined
  month?: string | undefined
  show?: LedgerFigure | undefined
  program?: JournalProgram | undefined
  codes?: JournalCodes | undefined
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

export interface UsedDownloadToken extends Omit<
  Caller,
  'hasFreshProof' | 'address' | 'mustSetUpSecondFactor'
> {
  what: ExportKind
  filters: ExportFilters
}

/**
 * Consumes the token of a download link. Of two concurrent uses only one succeeds. Returns the present state of the owner.
 * Undefined means that the link is used or expired, or that its owner has signed out or is deleted.
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

export async function deleteTickets(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM download_tickets WHERE expires_at < ${before}`.execute(db)
}
