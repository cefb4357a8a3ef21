/** Stores questions that wait to be mailed to teachers, and which people have switched these mails off. */
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface MailReader {
  userId: number
  email: string
  name: string | null
  language: Language
}

export interface WaitingQuestion {
  id: number
  title: string
  authorId: number
}

/** Adds a question to those that wait, unless its author teaches the course. */
export async function insertWaiting(
  tx: Tx,
  { discussionId, courseId, authorId }: { discussionId: number; courseId: number; authorId: number },
): Promise<void> {
  await sql`
    INSERT INTO waiting_question_mails (discussion_id, course_id)
    SELECT ${discussionId}, c.id FROM course_cards c
     WHERE c.id = ${courseId} AND ${authorId} NOT IN (c.instructor_id, c.created_by)
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function coursesWithWaiting(db: Db): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT DISTINCT course_id AS id FROM waiting_question_mails ORDER BY course_id`.execute(db)
  return found.rows.map(({ id }) => id)
}

/**
 * Removes the course's waiting questions and returns the visible ones, oldest first. The caller must mail them in the same
 * transaction.
 */
export async function takeWaiting(tx: Tx, courseId: number): Promise<WaitingQuestion[]> {
  const taken = await sql<WaitingQuestion>`
    WITH taken AS (DELETE FROM waiting_question_mails WHERE course_id = ${courseId} RETURNING discussion_id)
    SELECT d.id, d.title, d.author_id AS "authorId"
      FROM taken JOIN discussions d ON d.id = taken.discussion_id
     WHERE d.removed_at IS NULL AND d.hidden_at IS NULL ORDER BY d.id`.execute(tx)
  return taken.rows
}

/** Returns the course's teachers with verified addresses who have not switched these mails off. */
export async function teachersToMail(
  tx: Tx,
  courseId: number,
): Promise<(MailReader & { courseTitle: string })[]> {
  const found = await sql<MailReader & { courseTitle: string }>`
    SELECT u.id AS "userId", u.email::text AS email, u.name, u.language, c.title AS "courseTitle"
      FROM course_cards c JOIN user_cards u ON u.id IN (c.instructor_id, c.created_by)
     WHERE c.id = ${courseId} AND u.email_verified_at IS NOT NULL AND u.erased_at IS NULL
       AND NOT EXISTS (SELECT FROM question_mail_stops s WHERE s.user_id = u.id)
     ORDER BY u.id`.execute(tx)
  return found.rows
}

/** Requires `course_cards c`, its seller `s` and a person `r`. True when `r` teaches `c` or is an admin of the business of `s`. */
export const isOfTeam = sql<boolean>`(r.id IN (c.instructor_id, c.created_by) OR (r.role = 'admin' AND r.business_id = s.business_id))`

export interface AskerRow extends MailReader {
  title: string
  courseId: number
  courseTitle: string
  isTeacher: boolean
  /** The question belongs to this lesson. Null means to none, or to a lesson that the author may not open now. */
  lessonId: number | null
  contentId: number | null
  /** The question is about this second of the lesson's video. */
  positionSeconds: number | null
}

/**
 * Returns the author of a question, to be mailed about an answer. Undefined means that the author does not get these mails, or that
 * the replier is neither a teacher of the course, nor an admin of its business, nor a superadmin. `isTeacher` means that the
 * replier teaches the course.
 */
export async function askerToMail(
  tx: Tx,
  { discussionId, replierId }: { discussionId: number; replierId: number },
): Promise<AskerRow | undefined> {
  const found = await sql<AskerRow>`
    SELECT u.id AS "userId", u.email::text AS email, u.name, u.language, d.title, c.id AS "courseId", c.title AS "courseTitle",
           r.id IN (c.instructor_id, c.created_by) AS "isTeacher",
           l.id AS "lessonId", l.content_id AS "contentId", d.position_seconds AS "positionSeconds"
      FROM discussions d JOIN course_cards c ON c.id = d.course_id JOIN seller_cards s ON s.id = c.seller_id
      JOIN user_cards u ON u.id = d.author_id JOIN user_cards r ON r.id = ${replierId}
      LEFT JOIN open_resources l ON l.id = d.resource_id AND l.user_id = d.author_id
     WHERE d.id = ${discussionId} AND d.removed_at IS NULL AND d.hidden_at IS NULL
       AND (r.role = 'superadmin' OR ${isOfTeam})
       AND d.author_id <> r.id
       AND u.email_verified_at IS NOT NULL AND u.erased_at IS NULL
       AND NOT EXISTS (SELECT FROM question_mail_stops s WHERE s.user_id = u.id)`.execute(tx)
  return found.rows[0]
}

/**
 * Returns those of these people who get these mails. `courseOfTeam` is the discussion's course if the writer belongs to the
 * course's staff, else null.
 */
export async function mentionedToMail(
  tx: Tx,
  { discussionId, authorId, userIds }: { discussionId: number; authorId: number; userIds: readonly number[] },
): Promise<(MailReader & { title: string; author: string; courseOfTeam: number | null })[]> {
  const found = await sql<MailReader & { title: string; author: string; courseOfTeam: number | null }>`
    SELECT u.id AS "userId", u.email::text AS email, u.name, u.language, d.title, a.name AS author,
           (SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id JOIN user_cards r ON r.id = a.id
             WHERE c.id = d.course_id AND ${isOfTeam}) AS "courseOfTeam"
      FROM discussions d JOIN user_cards a ON a.id = ${authorId} JOIN user_cards u ON u.id = ANY(${userIds}::bigint[])
     WHERE d.id = ${discussionId} AND d.removed_at IS NULL AND d.hidden_at IS NULL AND a.name IS NOT NULL
       AND u.email_verified_at IS NOT NULL AND u.erased_at IS NULL
       AND NOT EXISTS (SELECT FROM question_mail_stops s WHERE s.user_id = u.id)
     ORDER BY u.id`.execute(tx)
  return found.rows
}

export async function hasStopped(db: Db, userId: number): Promise<boolean> {
  const found = await sql<{ userId: number }>`
    SELECT user_id AS "userId" FROM question_mail_stops WHERE user_id = ${userId}`.execute(db)
  return found.rows.length > 0
}

export async function insertStop(db: Db, userId: number, at: Date): Promise<void> {
  await sql`
    INSERT INTO question_mail_stops (user_id, stopped_at)
    SELECT id, ${at}::timestamptz FROM user_cards WHERE id = ${userId} AND erased_at IS NULL
    ON CONFLICT DO NOTHING`.execute(db)
}

export async function deleteStop(db: Db, userId: number): Promise<void> {
  await sql`DELETE FROM question_mail_stops WHERE user_id = ${userId}`.execute(db)
}
