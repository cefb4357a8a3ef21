/** Live sessions of courses, and who was there. */
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'

export interface LiveSessionRow {
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
  (SELECT a.is_present FROM live_session_attendance a WHERE a.session_id = s.id AND a.user_id = ${userId}) AS "wasPresent"`

export async function sessionsOf(db: Db, courseId: number, userId: number): Promise<LiveSessionRow[]> {
  const found = await sql<LiveSessionRow>`
    SELECT ${columns(userId)} FROM live_sessions s
     WHERE s.course_id = ${courseId} AND s.removed_at IS NULL ORDER BY s.starts_at, s.id`.execute(db)
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
    SELECT ${columns(userId)} FROM live_sessions s
     WHERE s.id = ${id} AND s.course_id = ${courseId} AND s.removed_at IS NULL`.execute(db)
  return found.rows[0]
}

/** Sessions of one course are counted one after another. */
export async function lockCourse(tx: Tx, courseId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('live sessions', ${courseId}))`.execute(tx)
  const found = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM live_sessions WHERE course_id = ${courseId} AND removed_at IS NULL`.execute(
    tx,
  )
  return found.rows[0]?.count ?? 0
}

export interface SessionFields {
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
    INSERT INTO live_sessions (course_id, created_by, title, starts_at, minutes, link, notes, changed_at)
    VALUES (${session.courseId}, ${session.createdBy}, ${session.title}, ${session.startsAt}, ${session.minutes},
            ${session.link}, ${session.notes}, ${session.at})
    RETURNING id`.execute(tx)
  const [row] = inserted.rows
  if (!row) throw new Error('an inserted session returned no row')
  return row.id
}

export async function lockSession(tx: Tx, { courseId, id }: Place): Promise<SessionFields | undefined> {
  const found = await sql<SessionFields>`
    SELECT title, starts_at AS "startsAt", minutes, link, notes FROM live_sessions
     WHERE id = ${id} AND course_id = ${courseId} AND removed_at IS NULL FOR UPDATE`.execute(tx)
  return found.rows[0]
}

/** Another start is reminded of anew, as far as the reminders' times are still to come. */
export async function updateSession(
  tx: Tx,
  id: number,
  session: SessionFields & { at: Date },
): Promise<void> {
  await sql`
    UPDATE live_sessions SET
      title = ${session.title}, minutes = ${session.minutes}, link = ${session.link}, notes = ${session.notes},
      changed_at = ${session.at},
      day_told_at = CASE WHEN starts_at = ${session.startsAt} THEN day_told_at END,
      hour_told_at = CASE WHEN starts_at = ${session.startsAt} THEN hour_told_at END,
      starts_at = ${session.startsAt}
    WHERE id = ${id}`.execute(tx)
}

export async function markRemoved(db: Db, { courseId, id }: Place, at: Date): Promise<void> {
  await sql`
    UPDATE live_sessions SET removed_at = ${at} WHERE id = ${id} AND course_id = ${courseId} AND removed_at IS NULL`.execute(
    db,
  )
}

export async function deleteRemovedBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM live_sessions WHERE removed_at < ${before}`.execute(db)
}

export interface AttendanceRow {
  userId: number
  name: string | null
  email: string
  isPresent: boolean | null
  total: number
}

export async function attendanceOf(db: Db, { courseId, id }: Place, most: number): Promise<AttendanceRow[]> {
  const found = await sql<AttendanceRow>`
    SELECT u.id AS "userId", u.name, u.email::text AS email, a.is_present AS "isPresent",
           count(*) OVER ()::integer AS total
      FROM active_enrolments e
      JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
      LEFT JOIN live_session_attendance a ON a.session_id = ${id} AND a.user_id = u.id
     WHERE e.course_id = ${courseId}
     ORDER BY u.name NULLS LAST, u.id LIMIT ${most}`.execute(db)
  return found.rows
}

/** Of learners of the course; others are left out. Null: not noted. */
export async function saveAttendance(
  tx: Tx,
  { courseId, id }: Place,
  noted: { learners: readonly { userId: number; isPresent: boolean | null }[]; by: number; at: Date },
): Promise<void> {
  const asked = JSON.stringify(noted.learners)
  await sql`
    DELETE FROM live_session_attendance a
     USING jsonb_to_recordset(${asked}::jsonb) AS asked ("userId" bigint, "isPresent" boolean)
     WHERE a.session_id = ${id} AND a.user_id = asked."userId" AND asked."isPresent" IS NULL`.execute(tx)
  await sql`
    INSERT INTO live_session_attendance (session_id, user_id, is_present, noted_by, noted_at)
    SELECT DISTINCT ON (e.user_id) ${id}::bigint, e.user_id, asked."isPresent", ${noted.by}::bigint, ${noted.at}::timestamptz
      FROM jsonb_to_recordset(${asked}::jsonb) AS asked ("userId" bigint, "isPresent" boolean)
      JOIN active_enrolments e ON e.user_id = asked."userId" AND e.course_id = ${courseId}
     WHERE asked."isPresent" IS NOT NULL
    ON CONFLICT (session_id, user_id) DO UPDATE SET
      is_present = excluded.is_present, noted_by = excluded.noted_by, noted_at = excluded.noted_at`.execute(
    tx,
  )
}

export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM live_session_attendance WHERE user_id = ${userId}`.execute(tx)
}

export interface DueSession {
  id: number
  courseId: number
  createdBy: number
  title: string
  startsAt: Date
  minutes: number
  /** Of the course; else of whoever planned it. */
  language: Language
  isSoon: boolean
}

/**
 * One session whose reminder is due, locked: within an hour, or within a day. Sessions that have begun are not reminded of. Undefined:
 * none is left.
 */
export async function lockDue(
  tx: Tx,
  { now, inAnHour, inADay }: Record<'now' | 'inAnHour' | 'inADay', Date>,
): Promise<DueSession | undefined> {
  const found = await sql<DueSession>`
    SELECT s.id, s.course_id AS "courseId", s.created_by AS "createdBy", s.title, s.starts_at AS "startsAt", s.minutes,
           coalesce(c.language, u.language) AS language, s.starts_at <= ${inAnHour} AS "isSoon"
      FROM live_sessions s
      JOIN course_cards c ON c.id = s.course_id
      JOIN user_cards u ON u.id = s.created_by
     WHERE s.removed_at IS NULL AND s.hour_told_at IS NULL AND s.starts_at > ${now} AND s.starts_at <= ${inADay}
       AND (s.day_told_at IS NULL OR s.starts_at <= ${inAnHour})
     ORDER BY s.starts_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED`.execute(tx)
  return found.rows[0]
}

/** A reminder within the last hour is the only one that is left. */
export async function noteReminder(tx: Tx, { id, isSoon }: DueSession, at: Date): Promise<void> {
  await sql`
    UPDATE live_sessions SET day_told_at = coalesce(day_told_at, ${at}),
           hour_told_at = CASE WHEN ${isSoon} THEN ${at}::timestamptz END
     WHERE id = ${id}`.execute(tx)
}
