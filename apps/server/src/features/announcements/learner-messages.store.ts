/** This file is the only writer of learner_messages. */
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface Place {
  courseId: number
  userId: number
}

export interface MessageRow {
  id: number
  body: string
  authorName: string | null
  createdAt: Date
  isMailed: boolean
}

const columns = sql`
  m.id, m.body, author.name AS "authorName", m.created_at AS "createdAt", m.is_mailed AS "isMailed"`
const withAuthor = sql`
  learner_messages m LEFT JOIN user_cards author ON author.id = m.author_id AND author.erased_at IS NULL`

/** Returns one row more than the page when more exist. */
export async function messagesTo(
  db: Db,
  { courseId, userId }: Place,
  page: PageRequest,
): Promise<MessageRow[]> {
  const found = await sql<MessageRow>`
    SELECT ${columns} FROM ${withAuthor}
     WHERE m.user_id = ${userId} AND m.course_id = ${courseId} AND ${newestPage('m.id', page)}`.execute(db)
  return found.rows
}

export async function countTo(db: Db, { courseId, userId }: Place): Promise<number> {
  const found = await sql<{ total: number }>`
    SELECT count(*) AS total FROM learner_messages WHERE user_id = ${userId} AND course_id = ${courseId}`.execute(
    db,
  )
  return found.rows[0]?.total ?? 0
}

export async function messageById(db: Db, id: number): Promise<MessageRow | undefined> {
  const found =
    await sql<MessageRow>`SELECT ${columns} FROM ${withAuthor} WHERE m.id = ${id} LIMIT 1`.execute(db)
  return found.rows[0]
}

/** Tells whether the person has access to the course, or had access that was removed. */
export async function isLearner(db: Db, { courseId, userId }: Place): Promise<boolean> {
  const found = await sql<{ id: number }>`
    SELECT u.id FROM user_cards u
     WHERE u.id = ${userId} AND u.erased_at IS NULL
       AND (EXISTS (SELECT FROM active_enrolments e WHERE e.user_id = u.id AND e.course_id = ${courseId})
            OR EXISTS (SELECT FROM removed_enrolments e WHERE e.user_id = u.id AND e.course_id = ${courseId}))`.execute(
    db,
  )
  return found.rows.length > 0
}

export interface Reader {
  name: string | null
  language: Language
  /** Null means no mail: the address is not verified, or the person has unsubscribed. */
  email: string | null
  courseTitle: string
  /** The mail names the course's business as its sender, or else the author. Null means that the author has no name. */
  sender: string | null
}

/** Returns the learner if they currently have access. */
export async function readerOf(
  db: Db,
  { courseId, userId }: Place,
  authorId: number,
): Promise<Reader | undefined> {
  const found = await sql<Reader>`
    SELECT u.name, u.language, c.title AS "courseTitle",
           coalesce(CASE WHEN s.business_id IS NOT NULL THEN s.name END, author.name) AS sender,
           CASE WHEN u.email_verified_at IS NOT NULL
                 AND NOT EXISTS (SELECT FROM announcement_mail_stops t WHERE t.user_id = u.id)
                THEN u.email::text END AS email
      FROM active_enrolments e JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
      JOIN course_cards c ON c.id = e.course_id JOIN seller_cards s ON s.id = c.seller_id
      JOIN user_cards author ON author.id = ${authorId}
     WHERE e.course_id = ${courseId} AND e.user_id = ${userId}`.execute(db)
  return found.rows[0]
}

/** Serialises writers in one course, so that the limits count all messages. */
export async function lockCourse(tx: Tx, courseId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('learner-messages', ${courseId}))`.execute(tx)
}

export async function idByKey(
  tx: Tx,
  authorId: number,
  { courseId, userId }: Place,
  clientKey: string,
): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT id FROM learner_messages
     WHERE author_id = ${authorId} AND client_key = ${clientKey}::uuid AND course_id = ${courseId}
       AND user_id = ${userId}`.execute(tx)
  return found.rows[0]?.id
}

/** Returns the times of the course's messages since then, in the order of writing. */
export async function writtenSince(
  tx: Tx,
  courseId: number,
  since: Date,
): Promise<{ userId: number; createdAt: Date }[]> {
  const found = await sql<{ userId: number; createdAt: Date }>`
    SELECT user_id AS "userId", created_at AS "createdAt" FROM learner_messages
     WHERE course_id = ${courseId} AND created_at > ${since} ORDER BY created_at`.execute(tx)
  return found.rows
}

export async function insertMessage(
  tx: Tx,
  given: Place & { authorId: number; clientKey: string | null; body: string; isMailed: boolean; at: Date },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO learner_messages (course_id, user_id, author_id, client_key, body, is_mailed, created_at)
    VALUES (${given.courseId}, ${given.userId}, ${given.authorId}, ${given.clientKey}::uuid, ${given.body},
            ${given.isMailed}, ${given.at})
    RETURNING id`.execute(tx)
  return inserted.rows[0]!.id
}

export async function deleteMessagesTo(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM learner_messages WHERE user_id = ${userId}`.execute(tx)
}
