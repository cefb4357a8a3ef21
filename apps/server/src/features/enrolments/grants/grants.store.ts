/** Stores who gave a person access to a course, and which period. Only this file writes access_grants. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { AccessPeriod, GrantKind, Place } from './grants.rules.ts'

export interface SourceOfGrants {
  kind: GrantKind
  ids: readonly number[]
  /** If present, only grants of this time are meant: a source that gave twice loses only what it gave then. */
  at?: Date
}

export interface OpenGrant extends Place {
  id: number
}

/** Returns the open grants of these sources in the order of courses and people, which is the lock order of enrolments. */
export async function openGrantsOf(tx: Tx, { kind, ids, at }: SourceOfGrants): Promise<OpenGrant[]> {
  const found = await sql<OpenGrant>`
    SELECT id, user_id AS "userId", course_id AS "courseId" FROM access_grants
     WHERE kind = ${kind} AND source_id = ANY(${[...ids]}::bigint[]) AND revoked_at IS NULL
       AND (${at ?? null}::timestamptz IS NULL OR granted_at = ${at ?? null})
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

export interface RemainingGrants {
  count: number
  /** True if a period that has been given is not over. */
  isLasting: boolean
  /** True if a given period has no end. */
  isEndless: boolean
  waiting: { id: number; isEndless: boolean; isPaid: boolean }[]
}

/** Returns what the person's open grants of the course still give. The waiting ones are sorted by id. */
export async function remainingGrants(tx: Tx, { userId, courseId }: Place): Promise<RemainingGrants> {
  const found = await sql<RemainingGrants>`
    SELECT count(*)::int AS count,
           coalesce(bool_or(access_from IS NOT NULL AND access_is_open(access_to)), false) AS "isLasting",
           coalesce(bool_or(access_from IS NOT NULL AND access_to IS NULL), false) AS "isEndless",
           coalesce(json_agg(json_build_object(
             'id', id, 'isEndless', access_days IS NULL AND access_months IS NULL, 'isPaid', kind IN ('order_line', 'seat'))
             ORDER BY id) FILTER (WHERE access_from IS NULL), '[]') AS waiting
      FROM access_grants WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL`.execute(
    tx,
  )
  return onlyRow(found)
}

/** Begins a grant that has given no period, at `since`, or by default now or with the learner's cohort. */
export async function beginGrant(tx: Tx, id: number, since: Date | null): Promise<AccessPeriod> {
  const begun = await sql<AccessPeriod>`
    UPDATE access_grants g
       SET access_from = start.since, access_to = access_end(start.since, g.access_days, g.access_months)
      FROM (SELECT coalesce(${since}::timestamptz, greatest(now(), start_of_day(e.starts_on))) AS since
              FROM access_grants w LEFT JOIN active_enrolments e ON e.user_id = w.user_id AND e.course_id = w.course_id
             WHERE w.id = ${id}) start
     WHERE g.id = ${id} RETURNING g.access_from AS from, g.access_to AS to`.execute(tx)
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
 * no period because other access is open. A source waits at most once.
 */
export const givenGrants = (userId: number, at: Date): RawBuilder<unknown> => sql`
  given AS (
    INSERT INTO access_grants (user_id, course_id, kind, source_id, access_days, access_months, access_from, access_to, granted_at)
    SELECT ${userId}::bigint, asked.id, asked.kind, asked.source_id, asked.days, asked.months,
           CASE WHEN g.id IS NOT NULL THEN coalesce(g.access_from, ${at}::timestamptz) END, g.access_ends_at, ${at}::timestamptz
      FROM asked LEFT JOIN granted g ON g.course_id = asked.id ORDER BY asked.id
    ON CONFLICT (kind, source_id, user_id, course_id) WHERE revoked_at IS NULL AND access_from IS NULL DO NOTHING)`

/** Inserts the grants of past enrolments that were not revoked. `past` is a part of a statement with their columns. */
export const insertPastGrants = (past: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO access_grants (user_id, course_id, kind, source_id, access_from, granted_at)
  SELECT p.user_id, p.course_id, CASE p.source WHEN 'purchase' THEN 'order_line' WHEN 'invitation' THEN 'link' ELSE p.source END,
         l.id, p.granted_at, p.granted_at
    FROM ${past} p LEFT JOIN settled_lines l
      ON p.source = 'purchase' AND l.learner_id = p.user_id AND l.course_id = p.course_id AND l.status = 'granted'
   WHERE p.revoked_at IS NULL`
