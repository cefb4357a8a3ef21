/**
 * Stores the prerequisites of courses, and the learners who may start in spite of them. Only this file writes course_prerequisites
 * and prerequisite_passes.
 */
import type { PrerequisiteChoice } from '@apogee/contracts/prerequisites/prerequisites.ts'
import { sql } from 'kysely'
import { matchesPattern, sortForm } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { Caller } from '#server/policy/caller.ts'
import { versionOf } from '#server/policy/edits.ts'
import { courseState } from '#server/policy/standing.ts'

export interface Place {
  userId: number
  courseId: number
}

export interface OwnRow extends PrerequisiteChoice {
  isRequired: boolean
}

export async function prerequisitesOf(db: Db, courseId: number): Promise<OwnRow[]> {
  const found = await sql<OwnRow>`
    SELECT c.id AS "courseId", c.title, c.is_private AS "isPrivate", ${courseState} AS state,
           p.required_since IS NOT NULL AS "isRequired"
      FROM course_prerequisites p JOIN course_cards c ON c.id = p.prerequisite_id
     WHERE p.course_id = ${courseId} ORDER BY p.place, c.id`.execute(db)
  return found.rows
}

/** `waiting` counts the learners whose contents are locked now. */
export async function summaryOf(
  db: Db,
  courseId: number,
): Promise<{ version: number; waiting: number } | undefined> {
  const found = await sql<{ version: number; waiting: number }>`
    SELECT ${versionOf('prerequisites', 'c.id')} AS version,
           (SELECT count(DISTINCT w.user_id) FROM awaited_prerequisites w WHERE w.course_id = c.id) AS waiting
      FROM course_cards c WHERE c.id = ${courseId}`.execute(db)
  return found.rows[0]
}

/**
 * Matches courses `c` that the caller may know of: listed courses, courses that the caller created or teaches, and courses of a
 * seller whom the caller administers.
 */
const isKnownTo = ({ userId, role, businessId }: Pick<Caller, 'userId' | 'role' | 'businessId'>) => sql`
  (c.is_listed OR c.instructor_id = ${userId} OR c.created_by = ${userId} OR ${role}::text = 'superadmin'
    OR (${role}::text = 'admin' AND EXISTS (
          SELECT FROM seller_cards s WHERE s.id = c.seller_id AND s.business_id = ${businessId}::bigint)))`

/** Returns other courses of the same seller that the caller may know of, without archived ones. */
export async function choicesFor(
  db: Db,
  { courseId, caller }: { courseId: number; caller: Caller },
  { pattern, limit }: { pattern: string | null; limit: number },
): Promise<PrerequisiteChoice[]> {
  const found = await sql<PrerequisiteChoice>`
    SELECT c.id AS "courseId", c.title, c.is_private AS "isPrivate", ${courseState} AS state
      FROM course_cards own JOIN course_cards c ON c.seller_id = own.seller_id AND c.id <> own.id AND c.archived_at IS NULL
     WHERE own.id = ${courseId} AND ${isKnownTo(caller)} AND (${pattern}::text IS NULL OR ${matchesPattern(sql`c.title`, pattern)})
     ORDER BY ${sortForm(sql`c.title`)}, c.id LIMIT ${limit}`.execute(db)
  return found.rows
}

/**
 * Returns those of these ids that can be prerequisites: other courses of the same seller that the caller may know of, or that are
 * prerequisites already.
 */
export async function possibleAmong(
  tx: Tx,
  { courseId, caller }: { courseId: number; caller: Caller },
  ids: readonly number[],
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT c.id FROM course_cards own JOIN course_cards c ON c.seller_id = own.seller_id AND c.id <> own.id
     WHERE own.id = ${courseId} AND c.id = ANY(${[...ids]}::bigint[])
       AND (${isKnownTo(caller)}
            OR EXISTS (SELECT FROM course_prerequisites p WHERE p.course_id = own.id AND p.prerequisite_id = c.id))`.execute(
    tx,
  )
  return found.rows.map(({ id }) => id)
}

/**
 * Locks the prerequisites of all courses of the seller until the transaction ends, so that two concurrent changes cannot close a
 * cycle.
 */
export async function lockChanges(tx: Tx, courseId: number): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtext('course_prerequisites'), c.seller_id::integer) FROM course_cards c
     WHERE c.id = ${courseId}`.execute(tx)
}

/** Returns the prerequisites of these courses, the prerequisites of those, and so on, as pairs. Each course is visited once. */
export async function pairsBehind(
  tx: Tx,
  ids: readonly number[],
): Promise<{ courseId: number; firstId: number }[]> {
  const found = await sql<{ courseId: number; firstId: number }>`
    WITH RECURSIVE reached (id) AS (
      SELECT unnest(${[...ids]}::bigint[])
      UNION
      SELECT p.prerequisite_id FROM reached JOIN course_prerequisites p ON p.course_id = reached.id)
    SELECT p.course_id AS "courseId", p.prerequisite_id AS "firstId"
      FROM reached JOIN course_prerequisites p ON p.course_id = reached.id ORDER BY p.course_id, p.place`.execute(
    tx,
  )
  return found.rows
}

/** Returns titles by id. A null title means that the caller may not know of the course. */
export async function titlesFor(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const found = await sql<{ id: number; title: string | null }>`
    SELECT c.id, CASE WHEN ${isKnownTo(caller)} THEN c.title END AS title FROM course_cards c
     WHERE c.id = ANY(${[...ids]}::bigint[])`.execute(tx)
  return new Map(found.rows.map(({ id, title }) => [id, title]))
}

/**
 * Replaces the list of prerequisites. A condition that remains keeps the time since which it applies, and a new one applies from
 * `at`.
 */
export async function replacePrerequisites(
  tx: Tx,
  courseId: number,
  items: readonly { courseId: number; isRequired: boolean }[],
  at: Date,
): Promise<void> {
  await sql`
    DELETE FROM course_prerequisites
     WHERE course_id = ${courseId} AND prerequisite_id <> ALL(${items.map((item) => item.courseId)}::bigint[])`.execute(
    tx,
  )
  await sql`
    INSERT INTO course_prerequisites AS p (course_id, prerequisite_id, place, required_since)
    SELECT ${courseId}, id, place - 1, CASE WHEN is_required THEN ${at}::timestamptz END
      FROM unnest(${items.map((item) => item.courseId)}::bigint[], ${items.map((item) => item.isRequired)}::boolean[])
             WITH ORDINALITY AS asked (id, is_required, place)
    ON CONFLICT (course_id, prerequisite_id) DO UPDATE
       SET place = excluded.place,
           required_since = CASE WHEN excluded.required_since IS NOT NULL THEN coalesce(p.required_since, excluded.required_since) END`.execute(
    tx,
  )
}

/** Copies the prerequisites with their times to a course without learners. */
export async function copyPrerequisites(
  tx: Tx,
  { courseId, copyId }: { courseId: number; copyId: number },
): Promise<void> {
  await sql`
    INSERT INTO course_prerequisites (course_id, prerequisite_id, place, required_since)
    SELECT ${copyId}, prerequisite_id, place, required_since FROM course_prerequisites WHERE course_id = ${courseId}
    ON CONFLICT DO NOTHING`.execute(tx)
}

export interface ShownRow {
  ofCourse: number
  courseId: number
  title: string
  isAwaited: boolean
  isCompleted: boolean
  /** True if the person has access to the prerequisite. */
  hasPlace: boolean
}

/**
 * Returns the prerequisites of these courses as this person sees them. A null `userId` means a visitor. If the person is not
 * enrolled, `isAwaited` says whether the person would wait after enrolling now. A private course is shown only to its learners.
 */
export async function shownTo(
  db: Db,
  userId: number | null,
  courseIds: readonly number[],
): Promise<ShownRow[]> {
  const found = await sql<ShownRow>`
    SELECT p.course_id AS "ofCourse", p.prerequisite_id AS "courseId", p.title, first.id IS NOT NULL AS "hasPlace",
           EXISTS (SELECT FROM completed_courses d WHERE d.user_id = ${userId} AND d.course_id = p.prerequisite_id) AS "isCompleted",
           CASE WHEN ${userId}::bigint IS NULL THEN p.required_since IS NOT NULL AND p.is_open
                WHEN mine.id IS NULL THEN EXISTS (
                  SELECT FROM personal_prerequisites w WHERE NOT w.is_completed
                     AND w.user_id = ${userId} AND w.course_id = p.course_id AND w.prerequisite_id = p.prerequisite_id)
                ELSE EXISTS (
                  SELECT FROM awaited_prerequisites w
                   WHERE w.user_id = ${userId} AND w.course_id = p.course_id AND w.prerequisite_id = p.prerequisite_id)
           END AS "isAwaited"
      FROM shown_prerequisites p
      LEFT JOIN open_enrolments first ON first.course_id = p.prerequisite_id AND first.user_id = ${userId}
      LEFT JOIN active_enrolments mine ON mine.course_id = p.course_id AND mine.user_id = ${userId}
     WHERE p.course_id = ANY(${[...courseIds]}::bigint[]) AND (NOT p.is_private OR first.id IS NOT NULL)
     ORDER BY p.course_id, p.place, p.prerequisite_id`.execute(db)
  return found.rows
}

/**
 * Returns the learner's courses that the completion of this course opens. Courses with another unmet prerequisite, or whose cohort
 * has not started, are omitted.
 */
export async function openedBy(tx: Tx, { userId, courseId }: Place): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT e.course_id AS id
      FROM enrolment_prerequisites e JOIN open_enrolments o ON o.user_id = e.user_id AND o.course_id = e.course_id
     WHERE e.user_id = ${userId} AND e.prerequisite_id = ${courseId} AND e.is_completed
       AND (o.starts_on IS NULL OR o.starts_on <= day_in_malaysia(now()))
       AND NOT awaits_prerequisites(e.user_id, e.course_id)
     ORDER BY e.course_id`.execute(tx)
  return found.rows.map(({ id }) => id)
}

export async function isWaiting(db: Db, { userId, courseId }: Place): Promise<boolean> {
  const found = await sql<{ waits: boolean }>`
    SELECT awaits_prerequisites(${userId}, ${courseId}) AS waits`.execute(db)
  return onlyRow(found).waits
}

/** Returns undefined if the person is not enrolled. `hasStarted` is false before the start of the person's cohort. */
export async function enrolmentOf(
  tx: Tx,
  { userId, courseId }: Place,
): Promise<{ hasStarted: boolean } | undefined> {
  const found = await sql<{ hasStarted: boolean }>`
    SELECT coalesce(starts_on <= day_in_malaysia(now()), true) AS "hasStarted"
      FROM active_enrolments WHERE user_id = ${userId} AND course_id = ${courseId} FOR SHARE`.execute(tx)
  return found.rows[0]
}

export async function insertPass(
  tx: Tx,
  { userId, courseId }: Place,
  { mayStart, actorId, at }: { mayStart: boolean; actorId: number; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO prerequisite_passes (course_id, user_id, actor_id, may_start, at)
    VALUES (${courseId}, ${userId}, ${actorId}, ${mayStart}, ${at})`.execute(tx)
}

export interface PassRow {
  mayStart: boolean
  by: string | null
  at: Date
}

/** Returns at most 50 entries, newest first. */
export async function passesOf(db: Db, { userId, courseId }: Place): Promise<PassRow[]> {
  const found = await sql<PassRow>`
    SELECT p.may_start AS "mayStart", a.name AS by, p.at
      FROM prerequisite_passes p LEFT JOIN user_cards a ON a.id = p.actor_id AND a.erased_at IS NULL
     WHERE p.user_id = ${userId} AND p.course_id = ${courseId} ORDER BY p.id DESC LIMIT 50`.execute(db)
  return found.rows
}

export async function deletePassesOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM prerequisite_passes WHERE user_id = ${userId}`.execute(tx)
}
