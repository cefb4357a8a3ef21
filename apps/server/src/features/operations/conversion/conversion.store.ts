/**
 * Figures by day and source, stored as sums together with the changes that the sums do not contain yet: docs/decisions/figures.md.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { InsightScope } from '../insights/insights.rules.ts'
import { coursesOf } from '../insights/insights.store.ts'

/**
 * The limits on stored sources of one day, for a course, for a seller, and for all sellers together. Sources of sales are stored
 * beyond these limits.
 */
export const sourcesOfADay = { course: 20, seller: 60, all: 200 } as const

const counts = [
  'visitors',
  'carts',
  'checkouts',
  'orders',
  'enrolments',
  'gross_cents',
  'refunded_cents',
] as const
const named = (prefix = '') => sql.raw(counts.map((count) => `${prefix}${count}`).join(', '))
const summed = sql.raw(counts.map((count) => `sum(${count})::int8 AS ${count}`).join(', '))
const grown = sql.raw(counts.map((count) => `${count} = f.${count} + excluded.${count}`).join(', '))

export interface VisitCount {
  courseId: number
  /** The day in Kuala Lumpur, as yyyy-MM-dd. */
  day: string
  source: string
  visitors: number
  carts: number
}

/** Appends counted visits. Visits of courses that are not published are omitted. */
export async function appendVisits(db: Db, visits: readonly VisitCount[]): Promise<void> {
  await sql`
    INSERT INTO source_changes (course_id, day, source, visitors, carts)
    SELECT c.id, v.day, v.source, v.visitors, v.carts
      FROM jsonb_to_recordset(${JSON.stringify(visits)}::jsonb)
        AS v ("courseId" bigint, day date, source text, visitors integer, carts integer)
      JOIN course_cards c ON c.id = v."courseId" AND c.is_published`.execute(db)
}

/**
 * Adds the oldest changes to the sums and returns the number of changes. A source beyond the daily limit becomes 'other', unless a
 * purchase or enrolment has this source, so that visits cannot displace the source of a sale. Requires `lockFigures` in an earlier
 * statement.
 */
export async function foldSources(tx: Tx, most: number): Promise<number> {
  const found = await sql<{ taken: number }>`
    WITH taken AS (
      DELETE FROM source_changes WHERE id IN (SELECT id FROM source_changes ORDER BY id LIMIT ${most}) RETURNING *),
    part AS MATERIALIZED (
      SELECT level.kind, level.id AS subject_id, level.most, t.day, t.source, ${summed}
        FROM taken t JOIN course_cards c ON c.id = t.course_id
       CROSS JOIN LATERAL (VALUES ('course', c.id, ${sourcesOfADay.course}::int), ('seller', c.seller_id, ${sourcesOfADay.seller}),
                                  ('seller', 0, ${sourcesOfADay.all})) AS level (kind, id, most)
       GROUP BY 1, 2, 3, 4, 5),
    known AS MATERIALIZED (
      SELECT p.*, EXISTS (SELECT FROM source_figures f WHERE f.kind = p.kind AND f.subject_id = p.subject_id AND f.day = p.day
                             AND f.source = p.source) AS is_known,
             p.checkouts + p.orders + p.enrolments > 0 OR p.source IN ('direct', 'unknown', 'other') AS stays
        FROM part p),
    placed AS (
      SELECT k.*, CASE WHEN is_known OR stays
                         OR (SELECT count(*) FROM source_figures f
                              WHERE f.kind = k.kind AND f.subject_id = k.subject_id AND f.day = k.day)
                            + row_number() OVER (PARTITION BY k.kind, k.subject_id, k.day, is_known OR stays
                                                 ORDER BY visitors DESC, source) <= k.most
                       THEN source ELSE 'other' END AS kept
        FROM known k),
    added AS (
      INSERT INTO source_figures AS f (kind, subject_id, day, source, ${named()})
      SELECT kind, subject_id, day, kept, ${summed} FROM placed GROUP BY 1, 2, 3, 4
      ON CONFLICT (kind, subject_id, day, source) DO UPDATE SET ${grown})
    SELECT count(*) AS taken FROM taken`.execute(tx)
  return onlyRow(found).taken
}

/** Deletes sums of days before the day of `before`. Changes stay. */
export async function deleteSourcesBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM source_figures WHERE day < day_in_kuala_lumpur(${before})`.execute(db)
}

export interface SourceFiguresRow {
  /** The day in Kuala Lumpur. Null unless the query is by day. */
  day: string | null
  source: string
  visitors: number
  carts: number
  checkouts: number
  orders: number
  enrolments: number
  grossCents: number
  refundedCents: number
}

export interface SourceQuery {
  /** The first and last day in Kuala Lumpur, both inclusive. */
  from: string
  to: string
  courseId?: number | undefined
  /** True returns a row for each day and source. False returns a row for each source. */
  byDay: boolean
  most: number
}

/** Returns whether the course belongs to the scope. */
export async function isInScope(db: Db, scope: InsightScope, courseId: number): Promise<boolean> {
  const found = await sql<{ id: number }>`
    SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
     WHERE ${coursesOf(scope)} AND c.id = ${courseId}`.execute(db)
  return found.rows.length > 0
}

/** Selects whose sums are read: those of one course, of a seller, of all sellers, or of each course of a person. */
function subjectsOf(scope: InsightScope, courseId: number | undefined): RawBuilder<unknown> {
  if (courseId === undefined && scope.kind === 'platform')
    return sql`SELECT 'seller' AS kind, 0::bigint AS id`
  if (courseId === undefined && scope.kind === 'business')
    return sql`SELECT 'seller' AS kind, s.id FROM seller_cards s WHERE s.business_id = ${scope.businessId}`
  const one = courseId === undefined ? sql`true` : sql`c.id = ${courseId}`
  return sql`SELECT 'course' AS kind, c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
              WHERE ${coursesOf(scope)} AND ${one}`
}

/**
 * Splits the range into whole months, from `first_month` to before `end_month`, and the days outside of them. Without a whole month
 * all days are outside. A query by day uses no months, because their sums contain no days.
 */
const partsOfRange = ({ from, to, byDay }: SourceQuery) => sql`
  SELECT *, first_month < end_month AS has_months
    FROM (SELECT ${from}::date AS first_day, ${to}::date AS last_day,
                 (date_trunc('month', ${from}::date - 1) + interval '1 month')::date AS first_month,
                 CASE WHEN ${byDay} THEN '-infinity' ELSE date_trunc('month', ${to}::date + 1)::date END AS end_month) months`

/** Returns the figures by day, then by number of visitors in descending order. */
export async function readSources(
  db: Db,
  scope: InsightScope,
  query: SourceQuery,
): Promise<SourceFiguresRow[]> {
  const { from, to, courseId, byDay, most } = query
  const day = byDay ? sql`to_char(part.day, 'YYYY-MM-DD')` : sql`NULL::text`
  const found = await sql<SourceFiguresRow>`
    WITH subject AS MATERIALIZED (${subjectsOf(scope, courseId)}),
    range AS MATERIALIZED (${partsOfRange(query)}),
    outside AS MATERIALIZED (
      SELECT first_day AS first, CASE WHEN has_months THEN first_month - 1 ELSE last_day END AS last FROM range
      UNION ALL SELECT end_month, last_day FROM range WHERE has_months),
    part AS (
      SELECT f.day, f.source, ${named('f.')}
        FROM subject CROSS JOIN outside CROSS JOIN LATERAL (
          SELECT * FROM source_figures f
           WHERE f.kind = subject.kind AND f.subject_id = subject.id AND f.day BETWEEN outside.first AND outside.last OFFSET 0) f
      UNION ALL
      SELECT NULL, m.source, ${named('m.')}
        FROM subject CROSS JOIN range CROSS JOIN LATERAL (
          SELECT * FROM source_months m
           WHERE m.kind = subject.kind AND m.subject_id = subject.id AND m.month >= range.first_month AND m.month < range.end_month
          OFFSET 0) m
       WHERE range.has_months
      UNION ALL
      SELECT k.day, k.source, ${named('k.')}
        FROM source_changes k JOIN course_cards c ON c.id = k.course_id
       WHERE k.day BETWEEN ${from}::date AND ${to}::date
         AND EXISTS (SELECT FROM subject WHERE subject.id = CASE subject.kind WHEN 'course' THEN c.id ELSE c.seller_id END
                        OR subject.kind = 'seller' AND subject.id = 0))
    SELECT ${day} AS day, part.source, sum(visitors)::int8 AS visitors, sum(carts)::int8 AS carts, sum(checkouts)::int8 AS checkouts,
           sum(orders)::int8 AS orders, sum(enrolments)::int8 AS enrolments, sum(gross_cents)::int8 AS "grossCents",
           sum(refunded_cents)::int8 AS "refundedCents"
      FROM part GROUP BY 1, 2 ORDER BY 1, visitors DESC, orders DESC, enrolments DESC, source LIMIT ${most}`.execute(
    db,
  )
  return found.rows
}
