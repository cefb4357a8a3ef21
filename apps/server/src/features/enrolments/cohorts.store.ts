/**
 * Stores the cohorts of courses, and whether a course may be taken without a cohort. Membership is stored in columns of enrolments.
 */
import type { CohortForm } from '@apogee/contracts/enrolments/cohorts.forms.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { versionOf } from '#server/policy/edits.ts'
import type { CohortPlaces } from './cohorts.rules.ts'

const dates = sql`k.starts_on::text AS "startsOn", k.ends_on::text AS "endsOn", k.closes_on::text AS "closesOn"`

/** Returns the cohorts of these courses, sorted by start. Places that this person has or holds count as free for them. */
export async function placesOf(
  db: Db,
  courseIds: readonly number[],
  userId: number | null,
): Promise<CohortPlaces[]> {
  const found = await sql<CohortPlaces>`
    SELECT k.id, k.course_id AS "courseId", k.name, ${dates}, k.places, k.closes_on >= day_in_malaysia(now()) AS "isOpen",
           CASE WHEN k.closes_on < day_in_malaysia(now()) THEN 0 ELSE
             (SELECT count(*) FROM active_enrolments e WHERE e.cohort_id = k.id AND e.user_id IS DISTINCT FROM ${userId}::bigint)
             + (SELECT count(*) FROM cohort_holds h WHERE h.cohort_id = k.id AND h.user_id IS DISTINCT FROM ${userId}::bigint)
           END::int AS taken, coalesce(o.self_paced, true) AS "selfPaced"
      FROM cohorts k LEFT JOIN cohort_options o ON o.course_id = k.course_id
     WHERE k.course_id = ANY(${[...courseIds]}::bigint[]) AND k.removed_at IS NULL
     ORDER BY k.starts_on, k.id`.execute(db)
  return found.rows
}

const open = (courseIds: readonly number[]) => sql`
  course_id = ANY(${[...courseIds]}::bigint[]) AND removed_at IS NULL AND closes_on >= day_in_malaysia(now())`

/**
 * Locks the open cohorts of these courses until the transaction ends, so that limited places are allocated one after the other, and
 * no open cohort is changed or removed meanwhile. Locks in the order of course ids.
 */
export async function lockPlaces(tx: Tx, courseIds: readonly number[]): Promise<void> {
  await sql`
    SELECT FROM cohorts WHERE ${open(courseIds)} AND places IS NOT NULL ORDER BY course_id, id FOR NO KEY UPDATE`.execute(
    tx,
  )
  await sql`
    SELECT FROM cohorts WHERE ${open(courseIds)} AND places IS NULL ORDER BY course_id, id FOR SHARE`.execute(
    tx,
  )
}

/** Prevents changes and removal of these cohorts, and of those to which the person may return, until the transaction ends. */
export async function lockStarts(
  tx: Tx,
  userId: number,
  courses: readonly { courseId: number; cohortId?: number | null | undefined }[],
): Promise<void> {
  const asked = courses.flatMap(({ cohortId }) => cohortId ?? [])
  const courseIds = courses.map(({ courseId }) => courseId)
  await sql`
    SELECT FROM cohorts
     WHERE id IN (SELECT unnest(${asked}::bigint[]) UNION
                  SELECT cohort_id FROM enrolments
                   WHERE user_id = ${userId} AND course_id = ANY(${courseIds}::bigint[]) AND revoked_at IS NOT NULL)
     ORDER BY course_id, id FOR SHARE`.execute(tx)
}

export interface OwnCohort {
  courseId: number
  cohortId: number | null
}

/** Returns the courses in which the person is enrolled, including those with ended access. */
export async function ownCohorts(db: Db, userId: number, courseIds: readonly number[]): Promise<OwnCohort[]> {
  const found = await sql<OwnCohort>`
    SELECT course_id AS "courseId", cohort_id AS "cohortId" FROM active_enrolments
     WHERE user_id = ${userId} AND course_id = ANY(${[...courseIds]}::bigint[])`.execute(db)
  return found.rows
}

export interface CohortRow extends CohortForm {
  id: number
  members: number
  held: number
  version: number
  hasStarted: boolean
  hasEnded: boolean
}

const columns = sql`
  k.id, k.name, ${dates}, k.places, ${versionOf('cohort', 'k.id')} AS version, k.starts_on <= day_in_malaysia(now()) AS "hasStarted",
  coalesce(k.ends_on < day_in_malaysia(now()), false) AS "hasEnded",
  (SELECT count(*)::int FROM active_enrolments e WHERE e.cohort_id = k.id) AS members,
  (SELECT count(*)::int FROM cohort_holds h WHERE h.cohort_id = k.id) AS held`

export async function cohortsOf(db: Db, courseId: number): Promise<CohortRow[]> {
  const found = await sql<CohortRow>`
    SELECT ${columns} FROM cohorts k WHERE k.course_id = ${courseId} AND k.removed_at IS NULL
     ORDER BY k.starts_on, k.id`.execute(db)
  return found.rows
}

interface CohortOfCourse {
  courseId: number
  id: number
}

export async function cohortById(db: Db, { courseId, id }: CohortOfCourse): Promise<CohortRow | undefined> {
  const found = await sql<CohortRow>`
    SELECT ${columns} FROM cohorts k
     WHERE k.id = ${id} AND k.course_id = ${courseId} AND k.removed_at IS NULL`.execute(db)
  return found.rows[0]
}

/** Returns whether the cohort exists, and blocks the allocation of its places until the transaction ends. */
export async function lockCohort(tx: Tx, { courseId, id }: CohortOfCourse): Promise<boolean> {
  const found = await sql`
    SELECT FROM cohorts WHERE id = ${id} AND course_id = ${courseId} AND removed_at IS NULL FOR NO KEY UPDATE`.execute(
    tx,
  )
  return found.rows.length > 0
}

/**
 * Locks the course's list of cohorts until the transaction ends and counts the cohorts, so that concurrent calls cannot exceed a
 * limit.
 */
export async function lockCount(tx: Tx, courseId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('cohorts', ${courseId}))`.execute(tx)
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM cohorts WHERE course_id = ${courseId} AND removed_at IS NULL`.execute(
    tx,
  )
  return onlyRow(found).count
}

export async function insertCohort(
  tx: Tx,
  courseId: number,
  { name, startsOn, endsOn, places, closesOn }: CohortForm,
  at: Date,
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO cohorts (course_id, name, starts_on, ends_on, places, closes_on, created_at)
    VALUES (${courseId}, ${name}, ${startsOn}::date, ${endsOn}::date, ${places}, ${closesOn}::date, ${at})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

/** Requires that the caller has locked the cohort. */
export async function saveCohort(
  tx: Tx,
  id: number,
  { name, startsOn, endsOn, places, closesOn }: CohortForm,
): Promise<void> {
  await sql`
    UPDATE cohorts SET name = ${name}, ends_on = ${endsOn}::date, places = ${places}, closes_on = ${closesOn}::date, starts_on = ${startsOn}::date
     WHERE id = ${id}`.execute(tx)
}

export async function markRemoved(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`UPDATE cohorts SET removed_at = ${at} WHERE id = ${id}`.execute(tx)
}

export async function isSelfPaced(db: Db, courseId: number): Promise<boolean> {
  const found = await sql<{ selfPaced: boolean }>`
    SELECT self_paced AS "selfPaced" FROM cohort_options WHERE course_id = ${courseId}`.execute(db)
  return found.rows[0]?.selfPaced ?? true
}

export async function saveSelfPaced(db: Db, courseId: number, selfPaced: boolean): Promise<void> {
  await sql`
    INSERT INTO cohort_options (course_id, self_paced) VALUES (${courseId}, ${selfPaced})
    ON CONFLICT (course_id) DO UPDATE SET self_paced = excluded.self_paced`.execute(db)
}
