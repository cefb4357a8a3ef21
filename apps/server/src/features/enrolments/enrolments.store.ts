import type { CourseState } from '@apogee/contracts/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { courseState } from '#server/policy/standing.ts'
import type { EnrolmentSource } from './enrolments.rules.ts'

export interface NewEnrolments {
  userId: number
  courseIds: readonly number[]
  source: EnrolmentSource
  /** Where the person came from; not known when absent. */
  visitSource?: string | null | undefined
  at: Date
}

/**
 * The part `granted` of a statement: inserts the enrolments or restores revoked ones, with the event of each; it has no row for a
 * course in which the person is enrolled. The unique pair decides between concurrent calls. Locks in the order of courses.
 */
export function insertOrReactivate({
  userId,
  courseIds,
  source,
  visitSource = null,
  at,
}: NewEnrolments): RawBuilder<unknown> {
  return sql`granted AS (
    INSERT INTO enrolments AS e (user_id, course_id, source, granted_at, visit_source)
    SELECT ${userId}::bigint, asked.id::bigint, ${source}, ${at}::timestamptz, ${visitSource}::text
      FROM jsonb_array_elements_text(${JSON.stringify(courseIds)}::jsonb) AS asked (id) ORDER BY asked.id::bigint
    ON CONFLICT (user_id, course_id) DO UPDATE
      SET revoked_at = NULL, removed_at = NULL, archived_at = NULL, source = excluded.source, granted_at = excluded.granted_at,
          visit_source = excluded.visit_source
      WHERE e.revoked_at IS NOT NULL
    RETURNING e.course_id, 'enrolment.granted' AS kind,
              jsonb_build_object('userId', e.user_id, 'courseId', e.course_id, 'source', e.source) AS payload)`
}

export async function markRevoked(tx: Tx, userId: number, courseId: number, at: Date): Promise<boolean> {
  const changed = await sql`
    UPDATE enrolments SET revoked_at = ${at}, visit_source = NULL
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL RETURNING id`.execute(tx)
  return changed.rows.length > 0
}

/** `markRevoked` by the course's people: nobody enters again for nothing until access is given again. */
export async function markRemoved(
  tx: Tx,
  { userId, courseId }: { userId: number; courseId: number },
  at: Date,
): Promise<void> {
  await sql`
    UPDATE enrolments SET revoked_at = ${at}, removed_at = ${at}
     WHERE user_id = ${userId} AND course_id = ${courseId}`.execute(tx)
}

export async function enrolledAmong(db: Db, userId: number, courseIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT course_id AS id FROM enrolments
     WHERE user_id = ${userId} AND course_id = ANY(${[...courseIds]}::bigint[]) AND revoked_at IS NULL`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

/** Lowest id first, the order in which enrolments are locked. */
export async function coursesOf(tx: Tx, userId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT course_id AS id FROM enrolments WHERE user_id = ${userId} AND revoked_at IS NULL ORDER BY course_id`.execute(
    tx,
  )
  return found.rows.map(({ id }) => id)
}

/** Whether the person is enrolled. A course that is archived again keeps its date. */
export async function setArchived(
  db: Db,
  place: { userId: number; courseId: number },
  at: Date | null,
): Promise<boolean> {
  const changed = await sql`
    UPDATE enrolments SET archived_at = CASE WHEN ${at}::timestamptz IS NOT NULL THEN coalesce(archived_at, ${at}) END
     WHERE user_id = ${place.userId} AND course_id = ${place.courseId} AND revoked_at IS NULL RETURNING id`.execute(
    db,
  )
  return changed.rows.length > 0
}

export interface EnrolmentRow {
  lastAccessedAt: Date | null
}

export async function activeEnrolment(
  db: Db,
  userId: number,
  courseId: number,
): Promise<EnrolmentRow | undefined> {
  const found = await sql<EnrolmentRow>`
    SELECT last_accessed_at AS "lastAccessedAt" FROM enrolments
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL`.execute(db)
  return found.rows[0]
}

/**
 * Locks the enrolment until the transaction ends and returns its last access (null: never); undefined when
 * there is none.
 */
export async function touch(
  tx: Tx,
  userId: number,
  courseId: number,
  at: Date,
): Promise<EnrolmentRow | undefined> {
  const changed = await sql<EnrolmentRow>`
    UPDATE enrolments e SET last_accessed_at = ${at}
      FROM (SELECT id, last_accessed_at FROM enrolments
             WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL FOR UPDATE) AS before
     WHERE e.id = before.id RETURNING before.last_accessed_at AS "lastAccessedAt"`.execute(tx)
  return changed.rows[0]
}

/**
 * `touch` as the start of a longer statement: one row with the course's id, or none when the learner is not enrolled, was last there in
 * another quarter of an hour, or saves something else of this course at the same time: the statement has waited for that, and still reads
 * what was there before it.
 */
export function touchAgain(
  userId: number,
  courseId: number,
  { at, from, until }: Record<'at' | 'from' | 'until', Date>,
): RawBuilder<{ course_id: number }> {
  return sql`UPDATE enrolments SET last_accessed_at = ${at}
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL
       AND last_accessed_at >= ${from} AND last_accessed_at < ${until}
       AND xmin = (SELECT before.xmin FROM enrolments before
                    WHERE before.user_id = ${userId} AND before.course_id = ${courseId} AND before.revoked_at IS NULL)
    RETURNING course_id`
}

/** Whether the person is enrolled; nobody changes it until the transaction ends. */
export async function lockIfEnrolled(tx: Tx, userId: number, courseId: number): Promise<boolean> {
  const found = await sql<{ isActive: boolean }>`
    SELECT revoked_at IS NULL AS "isActive" FROM enrolments
     WHERE user_id = ${userId} AND course_id = ${courseId} FOR SHARE`.execute(tx)
  return found.rows[0]?.isActive ?? false
}

export interface CourseOffer {
  priceCents: number
  isPrivate: boolean
  state: CourseState
}

/**
 * The course's current price, locked until this transaction ends; enrolments of many people run
 * concurrently. Undefined when the course was deleted meanwhile.
 */
export async function lockOffer(tx: Tx, courseId: number): Promise<CourseOffer | undefined> {
  const found = await sql<CourseOffer>`
    SELECT price_cents AS "priceCents", is_private AS "isPrivate", ${courseState} AS state
      FROM course_cards c WHERE id = ${courseId} FOR SHARE`.execute(tx)
  return found.rows[0]
}

export interface NewInvite {
  courseId: number
  createdBy: number
  expiresAt: Date
  maxUses: number | null
}

export async function insertInvite(tx: Db, invite: NewInvite): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_invites (course_id, created_by, expires_at, max_uses)
    VALUES (${invite.courseId}, ${invite.createdBy}, ${invite.expiresAt}, ${invite.maxUses}) RETURNING id`.execute(
    tx,
  )
  return onlyRow(inserted).id
}

export interface InviteRow {
  id: number
  expiresAt: Date
  maxUses: number | null
  uses: number
}

/** Valid links, newest first, a hundred at most. */
export async function openInvites(db: Db, courseId: number, now: Date): Promise<InviteRow[]> {
  const found = await sql<InviteRow>`
    SELECT id, expires_at AS "expiresAt", max_uses AS "maxUses", uses FROM course_invites
     WHERE course_id = ${courseId} AND revoked_at IS NULL AND expires_at > ${now}
       AND (max_uses IS NULL OR uses < max_uses)
     ORDER BY id DESC LIMIT 100`.execute(db)
  return found.rows
}

export async function countPeople(db: Db, courseId: number): Promise<{ enrolled: number; waiting: number }> {
  const found = await sql<{ enrolled: number; waiting: number }>`
    SELECT (SELECT count(*) FROM enrolments WHERE course_id = ${courseId} AND revoked_at IS NULL) AS enrolled,
           (SELECT count(*) FROM course_invitations WHERE course_id = ${courseId} AND state = 'open') AS waiting`.execute(
    db,
  )
  return found.rows[0] ?? { enrolled: 0, waiting: 0 }
}

/** Counts one use, if the link is valid: the row's own conditions decide between concurrent uses. */
export async function useInvite(tx: Tx, id: number, courseId: number, now: Date): Promise<boolean> {
  const used = await sql`
    UPDATE course_invites SET uses = uses + 1
     WHERE id = ${id} AND course_id = ${courseId} AND revoked_at IS NULL AND expires_at > ${now}
       AND (max_uses IS NULL OR uses < max_uses)
    RETURNING id`.execute(tx)
  return used.rows.length > 0
}

/** True also for one that was revoked before. */
export async function markInviteRevoked(db: Db, id: number, courseId: number, at: Date): Promise<boolean> {
  const changed = await sql`
    UPDATE course_invites SET revoked_at = coalesce(revoked_at, ${at})
     WHERE id = ${id} AND course_id = ${courseId} RETURNING id`.execute(db)
  return changed.rows.length > 0
}

export interface PastEnrolment {
  userId: number
  courseId: number
  source: EnrolmentSource
  grantedAt: Date
  revokedAt: Date | null
  lastAccessedAt: Date
}

/** Past enrolments in one statement, without notifications. */
export async function insertPast(tx: Tx, places: readonly PastEnrolment[]): Promise<void> {
  await sql`
    INSERT INTO enrolments (user_id, course_id, source, granted_at, revoked_at, last_accessed_at)
    SELECT "userId", "courseId", source, "grantedAt", "revokedAt", "lastAccessedAt"
      FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        AS given ("userId" bigint, "courseId" bigint, source text, "grantedAt" timestamptz, "revokedAt" timestamptz,
                  "lastAccessedAt" timestamptz)
     ORDER BY "grantedAt"`.execute(tx)
}

/** A person's removed enrolments end like any other. */
export async function endRemovals(tx: Tx, userId: number): Promise<void> {
  await sql`UPDATE enrolments SET removed_at = NULL WHERE user_id = ${userId} AND removed_at IS NOT NULL`.execute(
    tx,
  )
}
