/** Stores who gave a person access to a course, and which period. Only this file writes access_grants. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { AccessPeriod, GrantKind, Place } from './grants.rules.ts'

export interface SourceOfGrants {
  kind: GrantKind
  ids: readonly number[]
}

export interface OpenGrant extends Place {
  id: number
}

/** Returns the open grants of these sources in the order of courses and people, which is the lock order of enrolments. */
export async function openGrantsOf(tx: Tx, { kind, ids }: SourceOfGrants): Promise<OpenGrant[]> {
  const found = await sql<OpenGrant>`
    SELECT id, user_id AS "userId", course_id AS "courseId" FROM access_grants
     WHERE kind = ${kind} AND source_id = ANY(${[...ids]}::bigint[]) AND revoked_at IS NULL
     ORDER BY course_id, user_id, id`.execute(tx)
  return found.rows
}

/** Returns the period that the closed grant gave, or null for none. Undefined means that the grant was closed before. */
export async function closeGrant(tx: Tx, id: number, at: Date): Promise<AccessPeriod | null | undefined> {
  const closed = await sql<{ from: Date | null; to: Date | null }>`
    UPDATE access_grants SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL
    RETURNING access_from AS from, access_to AS to`.execute(tx)
  const [grant] = closed.rows
  return grant && (grant.from ? { from: grant.from, to: grant.to } : null)
}

/** Closes all grants of a person in a course. */
export async function closeGrantsOf(tx: Tx, { userId, courseId }: Place, at: Date): Promise<void> {
  await sql`
    UPDATE access_grants SET revoked_at = ${at}
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL`.execute(tx)
}

/** Says whether the person holds other grants of the course, and whether one of them has given a period. */
export async function otherGrants(
  tx: Tx,
  { userId, courseId }: Place,
): Promise<'none' | 'waiting' | 'with a period'> {
  const found = await sql<{ count: number; periods: number }>`
    SELECT count(*)::int AS count, count(access_from)::int AS periods FROM access_grants
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL`.execute(tx)
  const { count, periods } = onlyRow(found)
  return count === 0 ? 'none' : periods === 0 ? 'waiting' : 'with a period'
}

/**
 * Begins the longest grant that has given no period, because the access that was open before it is closed, and returns its period.
 * The period begins now, or with the learner's cohort.
 */
export async function beginWaiting(tx: Tx, { userId, courseId }: Place): Promise<AccessPeriod> {
  const begun = await sql<AccessPeriod>`
    WITH next AS (
      SELECT g.id, start.since, access_end(start.since, g.access_days, g.access_months) AS until
        FROM access_grants g LEFT JOIN active_enrolments e ON e.user_id = g.user_id AND e.course_id = g.course_id
        CROSS JOIN LATERAL (SELECT greatest(now(), start_of_day(e.starts_on)) AS since) start
       WHERE g.user_id = ${userId} AND g.course_id = ${courseId} AND g.revoked_at IS NULL
       ORDER BY 3 DESC NULLS FIRST, g.id LIMIT 1)
    UPDATE access_grants g SET access_from = next.since, access_to = next.until FROM next WHERE g.id = next.id
    RETURNING g.access_from AS from, g.access_to AS to`.execute(tx)
  return onlyRow(begun)
}

/** Shortens what unpaid grants gave to an end that the course's staff have set. */
export async function cutUnpaid(tx: Tx, { userId, courseId }: Place, endsAt: Date): Promise<void> {
  await sql`
    UPDATE access_grants SET access_to = ${endsAt}
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL AND kind NOT IN ('order_line', 'seat')
       AND access_from IS NOT NULL AND coalesce(access_to > ${endsAt}, true)`.execute(tx)
}

/**
 * The part `given` of a statement, after the parts of `insertOrReactivate`. It inserts a grant for each course, also for one that gave
 * no period because other access is open. A grant of the same source that is still open takes over the new period.
 */
export const givenGrants = (userId: number, at: Date): RawBuilder<unknown> => sql`
  given AS (
    INSERT INTO access_grants AS x (user_id, course_id, kind, source_id, access_days, access_months, cohort_id, first_course_ids,
                                    access_from, access_to, granted_at)
    SELECT ${userId}::bigint, asked.id, asked.kind, asked.source_id, asked.days, asked.months, asked.cohort, asked.first,
           g.access_from, g.access_ends_at, ${at}::timestamptz
      FROM asked LEFT JOIN granted g ON g.course_id = asked.id ORDER BY asked.id
    ON CONFLICT (kind, source_id, user_id, course_id) WHERE revoked_at IS NULL DO UPDATE
      SET access_from = excluded.access_from, access_to = excluded.access_to, access_days = excluded.access_days,
          access_months = excluded.access_months
      WHERE excluded.access_from IS NOT NULL)`

/** Inserts the grants of past enrolments that were not revoked. `past` is a part of a statement with their columns. */
export const insertPastGrants = (past: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO access_grants (user_id, course_id, kind, source_id, access_from, granted_at)
  SELECT p.user_id, p.course_id, CASE p.source WHEN 'purchase' THEN 'order_line' WHEN 'invitation' THEN 'link' ELSE p.source END,
         l.id, p.granted_at, p.granted_at
    FROM ${past} p LEFT JOIN settled_lines l
      ON p.source = 'purchase' AND l.buyer_id = p.user_id AND l.course_id = p.course_id AND l.status = 'granted'
   WHERE p.revoked_at IS NULL`
