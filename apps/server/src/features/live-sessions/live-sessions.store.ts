/** Live sessions of courses, their audiences and attendance. */
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import { sortForm } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  audienceColumns,
  isForReader,
  type AudienceReader,
  type AudienceRow,
  type StoredAudience,
} from '#server/policy/audiences.ts'
import { versionOf } from '#server/policy/edits.ts'

export interface LiveSessionRow extends AudienceRow {
  id: number
  title: string
  startsAt: Date
  minutes: number
  link: string
  notes: string
  version: number
  wasPresent: boolean | null
}

const columns = (userId: number) => sql`
  s.id, s.title, s.starts_at AS "startsAt", s.minutes, s.link, s.notes, ${versionOf('live-session', 's.id')} AS version,
  (SELECT a.is_present FROM live_session_attendance a WHERE a.session_id = s.id AND a.user_id = ${userId}) AS "wasPresent",
  ${audienceColumns('s')}`

const sessions = sql`planned_sessions s LEFT JOIN cohort_names audience ON audience.id = s.cohort_id`

export async function sessionsOf(db: Db, reader: AudienceReader): Promise<LiveSessionRow[]> {
  const found = await sql<LiveSessionRow>`
    SELECT ${columns(reader.userId)} FROM ${sessions}
     WHERE s.course_id = ${reader.courseId} AND s.removed_at IS NULL AND ${isForReader('s', reader)} ORDER BY s.starts_at, s.id`.execute(
    db,
  )
  return found.rows
}

interface Place {
  courseId: number
  id: number
}

export async function sessionById(
  db: Db,
  { courseId, id }: Place,
  userId: number,
): Promise<LiveSessionRow | undefined> {
  const found = await sql<LiveSessionRow>`
    SELECT ${columns(userId)} FROM ${sessions}
     WHERE s.id = ${id} AND s.course_id = ${courseId} AND s.removed_at IS NULL`.execute(db)
  return found.rows[0]
}

/**
 * Locks the course's list of sessions until the transaction ends and counts the sessions, so that concurrent calls cannot exceed
 * the limit.
 */
export async function lockCourse(tx: Tx, courseId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('live sessions', ${courseId}))`.execute(tx)
  const found = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM planned_sessions WHERE course_id = ${courseId} AND removed_at IS NULL`.execute(
    tx,
  )
  return found.rows[0]?.count ?? 0
}

export interface SessionFields extends StoredAudience {
  title: string
  startsAt: Date
  minutes: number
  link: string
  notes: string
}

export async function insertSession(
  tx: Tx,
  session: SessionFields & { courseId: number; createdBy: number; at: Date },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO planned_sessions (course_id, created_by, title, starts_at, minutes, link, notes, changed_at, cohort_id,
                                  is_without_cohort)
    VALUES (${session.courseId}, ${session.createdBy}, ${session.title}, ${session.startsAt}, ${session.minutes},
            ${session.link}, ${session.notes}, ${session.at}, ${session.cohortId}, ${session.isWithoutCohort})
    RETURNING id`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an inserted session returned no row')
  return row.id
}

/** The ids of the announcements that reminded of a session. */
interface RemindedOf {
  reminderIds: number[]
}

export async function lockSession(
  tx: Tx,
  { courseId, id }: Place,
): Promise<(SessionFields & RemindedOf) | undefined> {
  const found = await sql<SessionFields & RemindedOf>`
    SELECT title, starts_at AS "startsAt", minutes, link, notes, cohort_id AS "cohortId",
           is_without_cohort AS "isWithoutCohort", reminder_ids AS "reminderIds"
      FROM planned_sessions
     WHERE id = ${id} AND course_id = ${courseId} AND removed_at IS NULL FOR UPDATE`.execute(tx)
  return found.rows[0]
}

/**
 * Updates a session. A changed start or audience makes its reminders due again. The times of mailed reminders stay while the
 * audience is the same.
 */
export async function updateSession(
  tx: Tx,
  id: number,
  session: SessionFields & RemindedOf & { at: Date },
): Promise<void> {
  const isForSame = sql`
    cohort_id IS NOT DISTINCT FROM ${session.cohortId}::bigint AND is_without_cohort = ${session.isWithoutCohort}`
  const isSame = sql`starts_at = ${session.startsAt} AND ${isForSame}`
  await sql`
    UPDATE planned_sessions SET
      title = ${session.title}, minutes = ${session.minutes}, link = ${session.link}, notes = ${session.notes},
      changed_at = ${session.at},
      day_told_at = CASE WHEN ${isSame} THEN day_told_at END,
      hour_told_at = CASE WHEN ${isSame} THEN hour_told_at END,
      day_mailed_at = CASE WHEN ${isForSame} THEN day_mailed_at END,
      hour_mailed_at = CASE WHEN ${isForSame} THEN hour_mailed_at END,
      starts_at = ${session.startsAt}, cohort_id = ${session.cohortId}, is_without_cohort = ${session.isWithoutCohort},
      reminder_ids = ${session.reminderIds}::bigint[]
    WHERE id = ${id}`.execute(tx)
}

/** Returns the ids of the announcements that reminded of the session, and none if the session was removed before. */
export async function markRemoved(tx: Tx, { courseId, id }: Place, at: Date): Promise<number[]> {
  const removed = await sql<RemindedOf>`
    UPDATE planned_sessions SET removed_at = ${at} WHERE id = ${id} AND course_id = ${courseId} AND removed_at IS NULL
    RETURNING reminder_ids AS "reminderIds"`.execute(tx)
  return removed.rows[0]?.reminderIds ?? []
}

export async function deleteRemovedBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM planned_sessions WHERE removed_at < ${before}`.execute(db)
}

export interface AttendanceRow {
  userId: number
  name: string | null
  email: string
  isPresent: boolean | null
  total: number
}

/** Selects enrolled people in the session's audience, and people with recorded attendance. `a` is the attendance record. */
const learnersOf = ({ courseId, id }: Place) => sql`
  active_enrolments e
  JOIN planned_sessions s ON s.id = ${id} AND s.course_id = e.course_id
  LEFT JOIN course_cohorts k ON k.id = e.cohort_id
  LEFT JOIN live_session_attendance a ON a.session_id = s.id AND a.user_id = e.user_id
 WHERE e.course_id = ${courseId} AND (a.user_id IS NOT NULL OR is_in_audience(s.cohort_id, s.is_without_cohort, k.id))`

export async function attendanceOf(db: Db, place: Place, most: number): Promise<AttendanceRow[]> {
  const found = await sql<AttendanceRow>`
    SELECT u.id AS "userId", u.name, u.email::text AS email, present."isPresent", count(*) OVER ()::integer AS total
      FROM (SELECT e.user_id, a.is_present AS "isPresent" FROM ${learnersOf(place)}) present
      JOIN user_cards u ON u.id = present.user_id AND u.erased_at IS NULL
     ORDER BY ${sortForm(sql`u.name`)} NULLS LAST, u.id LIMIT ${most}`.execute(db)
  return found.rows
}

/** Saves the attendance of those of these people who are in the session's list. Null means that the attendance is not recorded. */
export async function saveAttendance(
  tx: Tx,
  place: Place,
  noted: { learners: readonly { userId: number; isPresent: boolean | null }[]; by: number; at: Date },
): Promise<void> {
  const asked = JSON.stringify(noted.learners)
  await sql`
    DELETE FROM live_session_attendance a
     USING jsonb_to_recordset(${asked}::jsonb) AS asked ("userId" bigint, "isPresent" boolean)
     WHERE a.session_id = ${place.id} AND a.user_id = asked."userId" AND asked."isPresent" IS NULL`.execute(
    tx,
  )
  await sql`
    INSERT INTO live_session_attendance (session_id, user_id, is_present, noted_by, noted_at)
    SELECT DISTINCT ON (learner.user_id) ${place.id}::bigint, learner.user_id, asked."isPresent", ${noted.by}::bigint, ${noted.at}::timestamptz
      FROM jsonb_to_recordset(${asked}::jsonb) AS asked ("userId" bigint, "isPresent" boolean)
      JOIN (SELECT e.user_id FROM ${learnersOf(place)}) learner ON learner.user_id = asked."userId"
     WHERE asked."isPresent" IS NOT NULL
    ON CONFLICT (session_id, user_id) DO UPDATE SET
      is_present = excluded.is_present, noted_by = excluded.noted_by, noted_at = excluded.noted_at`.execute(
    tx,
  )
}

export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM live_session_attendance WHERE user_id = ${userId}`.execute(tx)
}

export interface DueSession extends StoredAudience {
  id: number
  courseId: number
  createdBy: number
  title: string
  startsAt: Date
  minutes: number
  /** The language of the course. A course without one has the language of the person who planned the session. */
  language: Language
  isSoon: boolean
  /** True if the same reminder was mailed within the last day, before the session was moved. */
  wasMailed: boolean
}

/**
 * Locks the sessions that need a reminder, one day or one hour before their start, for one audience of one course. The audience
 * whose session begins first is selected. Sessions that have begun are omitted. An empty result means that no reminder is due.
 */
export async function lockDue(
  tx: Tx,
  { now, inAnHour, inADay, aDayAgo }: Record<'now' | 'inAnHour' | 'inADay' | 'aDayAgo', Date>,
): Promise<DueSession[]> {
  const isDue = (s: string) => sql`
    ${sql.ref(`${s}.removed_at`)} IS NULL AND ${sql.ref(`${s}.hour_told_at`)} IS NULL
    AND ${sql.ref(`${s}.starts_at`)} > ${now} AND ${sql.ref(`${s}.starts_at`)} <= ${inADay}
    AND NOT EXISTS (SELECT FROM cohort_names n WHERE n.id = ${sql.ref(`${s}.cohort_id`)} AND n.is_removed)
    AND (${sql.ref(`${s}.day_told_at`)} IS NULL OR ${sql.ref(`${s}.starts_at`)} <= ${inAnHour})`
  const found = await sql<DueSession>`
    SELECT s.id, s.course_id AS "courseId", s.created_by AS "createdBy", s.title, s.starts_at AS "startsAt", s.minutes,
           coalesce(c.language, u.language) AS language, s.starts_at <= ${inAnHour} AS "isSoon",
           s.cohort_id AS "cohortId", s.is_without_cohort AS "isWithoutCohort",
           coalesce(CASE WHEN s.starts_at <= ${inAnHour} THEN s.hour_mailed_at ELSE s.day_mailed_at END > ${aDayAgo}, false) AS "wasMailed"
      FROM planned_sessions s
      JOIN course_cards c ON c.id = s.course_id
      JOIN user_cards u ON u.id = s.created_by
     WHERE ${isDue('s')}
       AND (s.course_id, coalesce(s.cohort_id, 0), s.is_without_cohort) =
           (SELECT d.course_id, coalesce(d.cohort_id, 0), d.is_without_cohort FROM planned_sessions d
             WHERE ${isDue('d')} ORDER BY d.starts_at, d.id LIMIT 1)
     ORDER BY s.starts_at, s.id FOR UPDATE OF s SKIP LOCKED`.execute(tx)
  return found.rows
}

/**
 * Records the reminder of these sessions. A reminder in the last hour replaces the reminder of the last day, if that was not sent.
 */
export async function noteReminder(
  tx: Tx,
  due: readonly DueSession[],
  { reminderId, isMailed, at }: { reminderId: number; isMailed: boolean; at: Date },
): Promise<void> {
  const ids = due.map(({ id }) => id)
  const soonIds = due.filter(({ isSoon }) => isSoon).map(({ id }) => id)
  const isSoon = sql`id = ANY(${soonIds}::bigint[])`
  await sql`
    UPDATE planned_sessions SET day_told_at = coalesce(day_told_at, ${at}),
           hour_told_at = CASE WHEN ${isSoon} THEN ${at}::timestamptz END,
           day_mailed_at = CASE WHEN ${isMailed} AND NOT ${isSoon} THEN ${at}::timestamptz ELSE day_mailed_at END,
           hour_mailed_at = CASE WHEN ${isMailed} AND ${isSoon} THEN ${at}::timestamptz ELSE hour_mailed_at END,
           reminder_ids = reminder_ids || ${reminderId}::bigint
     WHERE id = ANY(${ids}::bigint[])`.execute(tx)
}

/** Makes reminders of other sessions due again when their common announcements are about to be withdrawn. */
export async function remindAnew(
  tx: Tx,
  { courseId, id }: Place,
  reminderIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...reminderIds]}::bigint[]`
  await sql`
    UPDATE planned_sessions SET day_told_at = NULL, hour_told_at = NULL,
           reminder_ids = ARRAY(SELECT kept FROM unnest(reminder_ids) kept WHERE kept <> ALL(${ids}))
     WHERE course_id = ${courseId} AND id <> ${id} AND removed_at IS NULL AND reminder_ids && ${ids}`.execute(
    tx,
  )
}
