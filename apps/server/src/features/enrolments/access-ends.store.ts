/**
 * Stores the ends of access. The course's staff set the end for one learner or extend access for all learners, and reminders
 * announce the end. Only this file writes access_end_changes.
 */
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { Place } from './grants/grants.rules.ts'

/**
 * Computes the end of access from the course's current length, counted from the enrolment or, if later, from the start of its
 * cohort. Null means no end.
 */
const endNow = sql`access_end(greatest(e.granted_at, start_of_day(e.starts_on)), c.access_days, c.access_months)`

/** Selects enrolments that end earlier than the course's current length gives. */
const toLengthen = (courseId: number) => sql`
  active_enrolments e JOIN course_cards c ON c.id = e.course_id
   WHERE e.course_id = ${courseId} AND e.access_ends_at IS NOT NULL AND coalesce(${endNow} > e.access_ends_at, true)`

export async function accessOf(
  db: Db,
  courseId: number,
): Promise<{ access: AccessLength | null; learners: number } | undefined> {
  const found = await sql<{ access: AccessLength | null; learners: number }>`
    SELECT CASE WHEN k.access_days IS NOT NULL THEN json_build_object('days', k.access_days)
                WHEN k.access_months IS NOT NULL THEN json_build_object('months', k.access_months) END AS access,
           (SELECT count(*)::int FROM ${toLengthen(courseId)}) AS learners
      FROM course_cards k WHERE k.id = ${courseId}`.execute(db)
  return found.rows[0]
}

/**
 * The type of `lengthening` in enrolments.store.ts. A parameter passes the function, so that this module does not import that one.
 */
type Lengthening = (due: RawBuilder<unknown>) => RawBuilder<unknown>

/** Records each change with its author and returns the number of learners whose access was extended. */
export async function lengthenAll(
  tx: Tx,
  courseId: number,
  { lengthening, actorId, at }: { lengthening: Lengthening; actorId: number; at: Date },
): Promise<number> {
  const changed = await sql`
    WITH due AS (
      SELECT e.id, ${endNow} AS ends_at FROM ${toLengthen(courseId)} ORDER BY e.user_id),
    ${lengthening(sql`due`)}
    INSERT INTO access_end_changes (course_id, user_id, actor_id, ends_at, reason, at)
    SELECT ${courseId}::bigint, user_id, ${actorId}::bigint, access_ends_at, '', ${at}::timestamptz FROM longer
    RETURNING id`.execute(tx)
  return changed.rows.length
}

/** Locks the enrolment until the transaction ends. Undefined means that the person is not enrolled, not even with ended access. */
export async function lockEnd(
  tx: Tx,
  { userId, courseId }: Place,
): Promise<{ endsAt: Date | null } | undefined> {
  const found = await sql<{ endsAt: Date | null }>`
    SELECT access_ends_at AS "endsAt" FROM enrolments
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL FOR UPDATE`.execute(tx)
  return found.rows[0]
}

/** Returns the latest end of the paid access that the person still holds. Undefined means no paid access; null means no end. */
export async function paidUntil(tx: Tx, { userId, courseId }: Place): Promise<Date | null | undefined> {
  const found = await sql<{ isPaid: boolean; isEndless: boolean; endsAt: Date | null }>`
    SELECT count(*) > 0 AS "isPaid", coalesce(bool_or(access_to IS NULL), false) AS "isEndless", max(access_to) AS "endsAt"
      FROM held_periods WHERE user_id = ${userId} AND course_id = ${courseId} AND has_price`.execute(tx)
  const { isPaid, isEndless, endsAt } = onlyRow(found)
  return isPaid ? (isEndless ? null : endsAt) : undefined
}

export async function insertEndChange(
  tx: Tx,
  { userId, courseId }: Place,
  change: { endsAt: Date | null; actorId: number; reason: string; at: Date },
): Promise<void> {
  const { endsAt, actorId, reason, at } = change
  await sql`
    INSERT INTO access_end_changes (course_id, user_id, actor_id, ends_at, reason, at)
    VALUES (${courseId}, ${userId}, ${actorId}, ${endsAt}::timestamptz, ${reason}, ${at})`.execute(tx)
}

export interface EndChangeRow {
  endsAt: Date | null
  by: string | null
  reason: string
  at: Date
}

/** Returns the newest 50 changes, newest first. */
export async function endChangesOf(db: Db, { userId, courseId }: Place): Promise<EndChangeRow[]> {
  const found = await sql<EndChangeRow>`
    SELECT c.ends_at AS "endsAt", a.name AS by, c.reason, c.at
      FROM access_end_changes c LEFT JOIN user_cards a ON a.id = c.actor_id AND a.erased_at IS NULL
     WHERE c.user_id = ${userId} AND c.course_id = ${courseId} ORDER BY c.id DESC LIMIT 50`.execute(db)
  return found.rows
}

export async function deleteEndChangesOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM access_end_changes WHERE user_id = ${userId}`.execute(tx)
}
