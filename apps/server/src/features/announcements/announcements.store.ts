import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'
import { versionOf } from '#server/policy/edits.ts'
import {
  audienceColumns,
  isForReader,
  type AudienceReader,
  type AudienceRow,
  type StoredAudience,
} from '#server/policy/audiences.ts'

export interface AnnouncementRow extends AudienceRow {
  id: number
  title: string
  body: string
  authorName: string | null
  createdAt: Date
  editedAt: Date | null
  version: number
  isMailed: boolean
  toldCount: number
  isDone: boolean
}

const columns = sql`
  a.id, a.title, a.body, author.name AS "authorName", a.created_at AS "createdAt", a.edited_at AS "editedAt",
  ${versionOf('announcement', 'a.id')} AS version, a.is_mailed AS "isMailed", a.told_count AS "toldCount",
  a.delivered_at IS NOT NULL AS "isDone", ${audienceColumns('a')}`

const announcements = sql`
  course_announcements a LEFT JOIN user_cards author ON author.id = a.author_id AND author.erased_at IS NULL
  LEFT JOIN cohort_names audience ON audience.id = a.cohort_id`

/** Returns one row more than the page when more exist. */
export async function announcementsOf(
  db: Db,
  reader: AudienceReader,
  page: PageRequest,
): Promise<AnnouncementRow[]> {
  const found = await sql<AnnouncementRow>`
    SELECT ${columns} FROM ${announcements}
     WHERE a.course_id = ${reader.courseId} AND a.removed_at IS NULL AND ${isForReader('a', reader)}
       AND ${newestPage('a.id', page)}`.execute(db)
  return found.rows
}

export async function countOf(db: Db, reader: AudienceReader): Promise<number> {
  const found = await sql<{ total: number }>`
    SELECT count(*) AS total FROM course_announcements a
     WHERE a.course_id = ${reader.courseId} AND a.removed_at IS NULL AND ${isForReader('a', reader)}`.execute(
    db,
  )
  return found.rows[0]?.total ?? 0
}

export async function announcementById(
  db: Db,
  { courseId, id }: { courseId: number; id: number },
): Promise<AnnouncementRow | undefined> {
  const found = await sql<AnnouncementRow>`
    SELECT ${columns} FROM ${announcements}
     WHERE a.id = ${id} AND a.course_id = ${courseId} AND a.removed_at IS NULL LIMIT 1`.execute(db)
  return found.rows[0]
}

/** Serialises writers in one course, so that the limit counts all announcements. */
export async function lockCourse(tx: Tx, courseId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('announcements', ${courseId}))`.execute(tx)
}

export async function idByKey(tx: Tx, authorId: number, clientKey: string): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT id FROM course_announcements WHERE author_id = ${authorId} AND client_key = ${clientKey}::uuid`.execute(
    tx,
  )
  return found.rows[0]?.id
}

/**
 * Returns when announcements to this audience were written, oldest first. Removed announcements count, because learners were
 * notified of them.
 */
export async function writtenSince(
  tx: Tx,
  courseId: number,
  { cohortId, isWithoutCohort }: StoredAudience,
  since: Date,
): Promise<Date[]> {
  const found = await sql<{ createdAt: Date }>`
    SELECT created_at AS "createdAt" FROM course_announcements
     WHERE course_id = ${courseId} AND created_at > ${since} AND NOT is_reminder
       AND cohort_id IS NOT DISTINCT FROM ${cohortId}::bigint AND is_without_cohort = ${isWithoutCohort}
     ORDER BY created_at`.execute(tx)
  return found.rows.map(({ createdAt }) => createdAt)
}

export async function insertAnnouncement(
  tx: Tx,
  given: {
    courseId: number
    authorId: number
    clientKey: string | null
    title: string
    body: string
    isMailed: boolean
    isReminder: boolean
    audience: StoredAudience
    at: Date
  },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_announcements (course_id, author_id, client_key, title, body, is_mailed, is_reminder, created_at, cohort_id,
                                      is_without_cohort)
    VALUES (${given.courseId}, ${given.authorId}, ${given.clientKey}::uuid, ${given.title}, ${given.body},
            ${given.isMailed}, ${given.isReminder}, ${given.at}, ${given.audience.cohortId}, ${given.audience.isWithoutCohort})
    RETURNING id`.execute(tx)
  return inserted.rows[0]!.id
}

export async function lockText(
  tx: Tx,
  { courseId, id }: { courseId: number; id: number },
): Promise<{ title: string; body: string } | undefined> {
  const found = await sql<{ title: string; body: string }>`
    SELECT title, body FROM course_announcements
     WHERE id = ${id} AND course_id = ${courseId} AND removed_at IS NULL FOR UPDATE`.execute(tx)
  return found.rows[0]
}

export async function updateText(
  tx: Tx,
  id: number,
  { title, body, at }: { title: string | undefined; body: string | undefined; at: Date },
): Promise<void> {
  await sql`
    UPDATE course_announcements SET title = coalesce(${title ?? null}, title), body = coalesce(${body ?? null}, body),
           edited_at = ${at} WHERE id = ${id}`.execute(tx)
}

export async function markRemoved(db: Db, place: { courseId: number; id: number }, at: Date): Promise<void> {
  await sql`
    UPDATE course_announcements SET removed_at = ${at}
     WHERE id = ${place.id} AND course_id = ${place.courseId} AND removed_at IS NULL`.execute(db)
}

export async function withdrawReminders(
  tx: Tx,
  { courseId, ids }: { courseId: number; ids: readonly number[] },
  at: Date,
): Promise<void> {
  await sql`
    UPDATE course_announcements SET removed_at = ${at}
     WHERE id = ANY(${[...ids]}::bigint[]) AND course_id = ${courseId} AND is_reminder AND removed_at IS NULL`.execute(
    tx,
  )
}

export async function deleteRemovedBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM course_announcements WHERE removed_at < ${before}`.execute(db)
}

export interface Delivery extends StoredAudience {
  id: number
  courseId: number
  courseTitle: string
  authorId: number
  title: string
  body: string
  isMailed: boolean
  createdAt: Date
  lastEnrolmentId: number
}

/** Locks the announcement until the transaction ends. Returns undefined when it is delivered completely or removed. */
export async function lockUndelivered(tx: Tx, id: number): Promise<Delivery | undefined> {
  const found = await sql<Delivery>`
    SELECT a.id, a.course_id AS "courseId", c.title AS "courseTitle", a.author_id AS "authorId", a.title, a.body,
           a.is_mailed AS "isMailed", a.created_at AS "createdAt", a.last_enrolment_id AS "lastEnrolmentId",
           a.cohort_id AS "cohortId", a.is_without_cohort AS "isWithoutCohort"
      FROM course_announcements a JOIN course_cards c ON c.id = a.course_id
     WHERE a.id = ${id} AND a.delivered_at IS NULL AND a.removed_at IS NULL FOR UPDATE OF a`.execute(tx)
  return found.rows[0]
}

export interface Reader {
  enrolmentId: number
  userId: number
  name: string | null
  language: Language
  /** Null means no mail: the address is not verified, or the person has unsubscribed. */
  email: string | null
}

/**
 * Returns the next learners of the audience who have had access since before the announcement, in the order of their enrolments.
 * Its author is excluded.
 */
export async function nextReaders(tx: Tx, delivery: Delivery, most: number): Promise<Reader[]> {
  const found = await sql<Reader>`
    SELECT e.id AS "enrolmentId", u.id AS "userId", u.name, u.language,
           CASE WHEN u.email_verified_at IS NOT NULL
                 AND NOT EXISTS (SELECT FROM announcement_mail_stops s WHERE s.user_id = u.id)
                THEN u.email::text END AS email
      FROM open_enrolments e JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
      LEFT JOIN course_cohorts k ON k.id = e.cohort_id
     -- OFFSET 0: for each learner of the batch, not for all of the course.
     CROSS JOIN LATERAL (SELECT NOT awaits_prerequisites(e.user_id, e.course_id) AS studies OFFSET 0) now
     WHERE now.studies AND e.course_id = ${delivery.courseId} AND e.id > ${delivery.lastEnrolmentId}
       AND e.granted_at <= ${delivery.createdAt} AND u.id <> ${delivery.authorId}
       AND is_in_audience(${delivery.cohortId}::bigint, ${delivery.isWithoutCohort}::boolean, k.id)
     ORDER BY e.id LIMIT ${most}`.execute(tx)
  return found.rows
}

/** Stores how far the delivery has come. `doneAt` is null while further readers follow. */
export async function advance(
  tx: Tx,
  id: number,
  step: { lastEnrolmentId: number; told: number; doneAt: Date | null },
): Promise<void> {
  await sql`
    UPDATE course_announcements SET last_enrolment_id = ${step.lastEnrolmentId}, told_count = told_count + ${step.told},
           delivered_at = ${step.doneAt}::timestamptz WHERE id = ${id}`.execute(tx)
}

export async function hasStopped(db: Db, userId: number): Promise<boolean> {
  const found = await sql<{ userId: number }>`
    SELECT user_id AS "userId" FROM announcement_mail_stops WHERE user_id = ${userId}`.execute(db)
  return found.rows.length > 0
}

export async function insertStop(db: Db, userId: number, at: Date): Promise<void> {
  await sql`
    INSERT INTO announcement_mail_stops (user_id, stopped_at)
    SELECT id, ${at}::timestamptz FROM user_cards WHERE id = ${userId} AND erased_at IS NULL
    ON CONFLICT DO NOTHING`.execute(db)
}

export async function deleteStop(db: Db, userId: number): Promise<void> {
  await sql`DELETE FROM announcement_mail_stops WHERE user_id = ${userId}`.execute(db)
}

export interface EndingReader {
  name: string | null
  language: Language
  email: string
  courseTitle: string
  /**
   * Says how the learner gets access again after it ends: by buying or by enrolling for free. Null means that the course offers
   * neither.
   */
  renewal: 'buy' | 'enroll' | null
}

/**
 * Returns the recipient of the reminder that access ends. Undefined means that the address is not verified, that the learner has
 * unsubscribed, or that the access ends at another time now.
 */
export async function endingReader(
  tx: Tx,
  { userId, courseId, endsAt }: { userId: number; courseId: number; endsAt: Date },
): Promise<EndingReader | undefined> {
  const found = await sql<EndingReader>`
    SELECT u.name, u.language, u.email::text AS email, c.title AS "courseTitle", CASE WHEN c.is_published AND c.price_cents > 0 THEN 'buy' WHEN c.is_listed THEN 'enroll' END AS renewal
      FROM open_enrolments e JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
      JOIN course_cards c ON c.id = e.course_id
     WHERE e.user_id = ${userId} AND e.course_id = ${courseId} AND date_trunc('second', e.access_ends_at) = ${endsAt}
       AND u.email_verified_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM announcement_mail_stops s WHERE s.user_id = u.id)`.execute(tx)
  return found.rows[0]
}

/**
 * Returns the recipient of the mail that a course has opened. Undefined means that the address is not verified or that the learner
 * has unsubscribed.
 */
export async function openedReader(
  tx: Tx,
  { userId, courseId }: { userId: number; courseId: number },
): Promise<Omit<EndingReader, 'renewal'> | undefined> {
  const found = await sql<Omit<EndingReader, 'renewal'>>`
    SELECT u.name, u.language, u.email::text AS email, c.title AS "courseTitle"
      FROM studying_enrolments e JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
      JOIN course_cards c ON c.id = e.course_id
     WHERE e.user_id = ${userId} AND e.course_id = ${courseId} AND u.email_verified_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM announcement_mail_stops s WHERE s.user_id = u.id)`.execute(tx)
  return found.rows[0]
}

export interface StartingReader extends Omit<EndingReader, 'renewal'> {
  userId: number
  courseId: number
  cohortId: number
  startsOn: string
  cohortName: string
  /** True means that the learner must complete other courses before this one opens. */
  waits: boolean
}

/**
 * Returns the recipients of the reminder that a cohort starts. People without a verified address and people who have unsubscribed
 * are left out.
 */
export async function startingReaders(
  tx: Tx,
  told: readonly { userId: number; courseId: number; cohortId: number; startsOn: string }[],
): Promise<StartingReader[]> {
  const found = await sql<StartingReader>`
    SELECT t."userId", t."courseId", t."cohortId", t."startsOn", u.name, u.language, u.email::text AS email, c.title AS "courseTitle",
           k.name AS "cohortName",
           awaits_prerequisites(t."userId", t."courseId") AS waits
      FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
             AS t ("userId" bigint, "courseId" bigint, "cohortId" bigint, "startsOn" text)
      JOIN user_cards u ON u.id = t."userId" JOIN course_cards c ON c.id = t."courseId" JOIN course_cohorts k ON k.id = t."cohortId"
     WHERE u.email_verified_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM announcement_mail_stops s WHERE s.user_id = u.id)`.execute(tx)
  return found.rows
}
