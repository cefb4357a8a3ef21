/**
 * Figures by day, stored as sums together with the changes that the sums do not contain yet: docs/decisions/figures.md. Triggers
 * append the changes.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

const columns = sql.raw('kind, subject_id, day, enrolments, orders, gross_cents, refunded_cents')
const sums = sql`sum(enrolments)::int AS enrolments, sum(orders)::int AS orders, sum(gross_cents)::int8 AS gross_cents,
  sum(refunded_cents)::int8 AS refunded_cents`
const added = sql`
  ON CONFLICT (kind, subject_id, day) DO UPDATE
    SET enrolments = f.enrolments + excluded.enrolments, orders = f.orders + excluded.orders,
        gross_cents = f.gross_cents + excluded.gross_cents, refunded_cents = f.refunded_cents + excluded.refunded_cents`

/** Adds the oldest changes to the sums and returns the number of changes. Requires `lockFigures` in an earlier statement. */
export async function foldDays(tx: Tx, most: number): Promise<number> {
  const found = await sql<{ taken: number }>`
    WITH taken AS (
      DELETE FROM day_changes WHERE id IN (SELECT id FROM day_changes ORDER BY id LIMIT ${most}) RETURNING *),
    kept AS (
      INSERT INTO day_figures AS f (${columns})
      SELECT kind, subject_id, day, ${sums} FROM taken GROUP BY 1, 2, 3 ${added})
    SELECT count(*) AS taken FROM taken`.execute(tx)
  return onlyRow(found).taken
}

/**
 * Counts the days from `since` on, the first instant of a day, from rows. Corrects their sums and deletes the sums of earlier days.
 * Requires `lockFigures` in an earlier statement. Returns the number of sums that were wrong.
 */
export async function recomputeDailyFigures(tx: Tx, since: Date): Promise<number> {
  const found = await sql<{ differing: number }>`
    WITH counted AS (
      SELECT 'course' AS kind, level.id AS subject_id, day_in_kuala_lumpur(e.granted_at) AS day, count(*) AS enrolments,
             0 AS orders, 0 AS gross_cents, 0 AS refunded_cents
        FROM active_enrolments e CROSS JOIN LATERAL (VALUES (e.course_id), (0)) AS level (id)
       WHERE e.granted_at >= ${since} GROUP BY 2, 3
      UNION ALL
      SELECT 'seller', level.id, day_in_kuala_lumpur(e.at), 0, count(DISTINCT e.posting_id) FILTER (WHERE p.kind = 'sale'),
             coalesce(-sum(e.cents) FILTER (WHERE p.kind = 'sale'), 0), coalesce(sum(e.cents) FILTER (WHERE p.kind <> 'sale'), 0)
        FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
       CROSS JOIN LATERAL (VALUES (e.seller_id), (0)) AS level (id)
       WHERE e.account IN ('sales', 'tax') AND e.at >= ${since} GROUP BY 2, 3),
    part AS (
      SELECT ${columns} FROM counted
      UNION ALL
      SELECT kind, subject_id, day, -enrolments, -orders, -gross_cents, -refunded_cents
        FROM (SELECT ${columns} FROM day_figures UNION ALL SELECT ${columns} FROM day_changes) kept
       WHERE day >= day_in_kuala_lumpur(${since})),
    differing AS MATERIALIZED (
      SELECT kind, subject_id, day, ${sums} FROM part GROUP BY 1, 2, 3
      HAVING sum(enrolments) <> 0 OR sum(orders) <> 0 OR sum(gross_cents) <> 0 OR sum(refunded_cents) <> 0),
    corrected AS (INSERT INTO day_figures AS f (${columns}) SELECT ${columns} FROM differing ${added}),
    forgotten AS (DELETE FROM day_figures WHERE day < day_in_kuala_lumpur(${since}))
    SELECT count(*) AS differing FROM differing`.execute(tx)
  return onlyRow(found).differing
}

export interface DayRow {
  /** A day in Kuala Lumpur, such as '2026-11-24'. */
  day: string
  enrolments: number
}

/**
 * Returns the enrolments of today and the days before, oldest first. `courses` is the query that selects the ids of the courses.
 */
export async function readDays(
  db: Db,
  { courses, today, days }: { courses: RawBuilder<unknown>; today: string; days: number },
): Promise<DayRow[]> {
  const found = await sql<DayRow>`
    WITH course AS MATERIALIZED (${courses}),
    day AS (SELECT ${today}::date - back AS day FROM generate_series(0, ${days}::int - 1) AS back),
    part AS (
      SELECT f.day, f.enrolments
        FROM course JOIN day_figures f ON f.kind = 'course' AND f.subject_id = course.id AND f.day > ${today}::date - ${days}::int
      UNION ALL
      SELECT k.day, k.enrolments FROM day_changes k WHERE k.kind = 'course' AND k.subject_id IN (SELECT id FROM course))
    SELECT to_char(day.day, 'YYYY-MM-DD') AS day, coalesce(sum(part.enrolments), 0)::int8 AS enrolments
      FROM day LEFT JOIN part ON part.day = day.day GROUP BY day.day ORDER BY day.day`.execute(db)
  return found.rows
}
