/** Access that the course's staff remove or restore. Only this file writes access_changes. */
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Place } from './grants/grants.rules.ts'

export interface LockedPlace {
  state: 'active' | 'removed' | 'revoked'
}

/** Locks the enrolment until the transaction ends. Undefined means that the person never had one. */
export async function lockPlace(tx: Tx, { userId, courseId }: Place): Promise<LockedPlace | undefined> {
  const found = await sql<LockedPlace>`
    SELECT CASE WHEN revoked_at IS NULL THEN 'active' WHEN removed_at = revoked_at THEN 'removed' ELSE 'revoked' END AS state
      FROM enrolments WHERE user_id = ${userId} AND course_id = ${courseId} FOR UPDATE`.execute(tx)
  return found.rows[0]
}

/**
 * Returns how the person has paid for the course. Null means that the person holds no paid access. Refunded lines and revoked seats
 * do not count.
 */
export async function paidBy(db: Db, { userId, courseId }: Place): Promise<'order' | 'invoice' | null> {
  const found = await sql<{ paidBy: 'order' | 'invoice' | null }>`
    SELECT CASE
      WHEN EXISTS (SELECT FROM settled_lines
                    WHERE learner_id = ${userId} AND course_id = ${courseId} AND status = 'granted' AND price_cents > 0) THEN 'order'
      WHEN EXISTS (SELECT FROM held_seats WHERE user_id = ${userId} AND course_id = ${courseId}) THEN 'invoice'
    END AS "paidBy"`.execute(db)
  return found.rows[0]?.paidBy ?? null
}

export async function insertChange(
  tx: Tx,
  { userId, courseId }: Place,
  change: { kind: 'removed' | 'restored'; actorId: number; reason: string; at: Date },
): Promise<void> {
  const { kind, actorId, reason, at } = change
  await sql`
    INSERT INTO access_changes (course_id, user_id, actor_id, kind, reason, at)
    VALUES (${courseId}, ${userId}, ${actorId}, ${kind}, ${reason}, ${at})`.execute(tx)
}

export interface ChangeRow {
  kind: 'removed' | 'restored'
  by: string | null
  reason: string
  at: Date
}

/** Returns at most 50 changes, newest first. */
export async function changesOf(db: Db, { userId, courseId }: Place): Promise<ChangeRow[]> {
  const found = await sql<ChangeRow>`
    SELECT c.kind, a.name AS by, c.reason, c.at
      FROM access_changes c LEFT JOIN user_cards a ON a.id = c.actor_id AND a.erased_at IS NULL
     WHERE c.user_id = ${userId} AND c.course_id = ${courseId} ORDER BY c.id DESC LIMIT 50`.execute(db)
  return found.rows
}

/** Returns those of these courses from which the person was removed. */
export async function removedAmong(db: Db, userId: number, courseIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT course_id AS id FROM removed_enrolments
     WHERE user_id = ${userId} AND course_id = ANY(${[...courseIds]}::bigint[])`.execute(db)
  return found.rows.map(({ id }) => id)
}

export async function deleteChangesOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM access_changes WHERE user_id = ${userId}`.execute(tx)
}

export interface RemovedReader {
  email: string
  name: string | null
  language: Language
  courseTitle: string
}

/**
 * Returns the recipient of the mail about a removal. Undefined means that the person has no verified address or has access again.
 */
export async function removedReader(tx: Tx, { userId, courseId }: Place): Promise<RemovedReader | undefined> {
  const found = await sql<RemovedReader>`
    SELECT u.email::text AS email, u.name, u.language, c.title AS "courseTitle"
      FROM user_cards u JOIN course_cards c ON c.id = ${courseId}
     WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL AND u.erased_at IS NULL
       AND NOT EXISTS (SELECT FROM open_enrolments e WHERE e.user_id = u.id AND e.course_id = c.id)`.execute(
    tx,
  )
  return found.rows[0]
}
