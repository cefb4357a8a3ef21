/** Reads the activity of one learner in one course. Reads views of other features and writes nothing. */
import type { FileType } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export interface LessonRow {
  moduleId: number
  moduleTitle: string
  id: number
  title: string
  fileType: FileType
  completedAt: Date | null
  watchedPercent: number | null
}

/** Returns the published items in the order of the course. */
export async function lessonsOf(db: Db, courseId: number, userId: number): Promise<LessonRow[]> {
  const found = await sql<LessonRow>`
    SELECT m.id AS "moduleId", m.title AS "moduleTitle", r.id, r.title, r.file_type AS "fileType",
           p.completed_at AS "completedAt",
           CASE WHEN v.seconds > 0 THEN least(100, floor(100 * coalesce(
             (SELECT sum(upper(part) - lower(part)) FROM unnest(p.watched) AS part), 0) / v.seconds))::int END AS "watchedPercent"
      FROM published_resources r
      JOIN published_modules m ON m.id = r.content_id
      LEFT JOIN published_videos v ON v.id = r.id
      LEFT JOIN learner_progress p ON p.resource_id = r.id AND p.user_id = ${userId}
     WHERE r.course_id = ${courseId}
     ORDER BY r.module_sort_order, r.content_id, r.sort_order, r.id`.execute(db)
  return found.rows
}

export async function certificateOf(
  db: Db,
  courseId: number,
  userId: number,
): Promise<{ id: string; issuedAt: Date; state: 'valid' | 'revoked' | 'withdrawn' } | undefined> {
  const found = await sql<{ id: string; issuedAt: Date; state: 'valid' | 'revoked' | 'withdrawn' }>`
    SELECT public_id AS id, issued_at AS "issuedAt",
           CASE WHEN withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN revoked_at IS NOT NULL THEN 'revoked' ELSE 'valid' END AS state
      FROM certificate_cards WHERE course_id = ${courseId} AND user_id = ${userId}`.execute(db)
  return found.rows[0]
}

export interface LineRow {
  orderId: string
  priceCents: number
  status: 'open' | 'granted' | 'refunded'
  isChargedBack: boolean
  settledAt: Date
}

/** Returns the learner's settled order lines with this course, newest first. */
export async function ordersOf(db: Db, courseId: number, userId: number): Promise<LineRow[]> {
  const found = await sql<LineRow>`
    SELECT order_public_id AS "orderId", price_cents AS "priceCents", status, settled_at AS "settledAt",
           EXISTS (SELECT FROM seller_chargebacks taken WHERE taken.line_id = settled_lines.id) AS "isChargedBack"
      FROM settled_lines WHERE learner_id = ${userId} AND course_id = ${courseId} ORDER BY order_id DESC`.execute(
    db,
  )
  return found.rows
}

export async function invoicesOf(db: Db, courseId: number, userId: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    SELECT DISTINCT invoice_id AS id FROM held_seats WHERE user_id = ${userId} AND course_id = ${courseId}`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

/** Returns the newest question first. */
export async function questionsOf(
  db: Db,
  courseId: number,
  userId: number,
  limit: number,
): Promise<{ id: number; title: string; replies: number; createdAt: Date }[]> {
  const found = await sql<{ id: number; title: string; replies: number; createdAt: Date }>`
    SELECT id, title, reply_count AS replies, created_at AS "createdAt" FROM course_discussions
     WHERE course_id = ${courseId} AND author_id = ${userId} ORDER BY id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

export async function courseTitle(db: Db, courseId: number): Promise<string | undefined> {
  const found = await sql<{ title: string }>`SELECT title FROM course_cards WHERE id = ${courseId}`.execute(
    db,
  )
  return found.rows[0]?.title
}

/** Returns the title of a published item of the course. */
export async function publishedTitle(
  db: Db,
  courseId: number,
  resourceId: number,
): Promise<string | undefined> {
  const found = await sql<{ title: string }>`
    SELECT title FROM published_resources WHERE course_id = ${courseId} AND id = ${resourceId}`.execute(db)
  return found.rows[0]?.title
}

/** Returns the quizzes of the course that this learner has attempted, in the order of the course. */
export async function quizzesOf(
  db: Db,
  courseId: number,
  userId: number,
): Promise<{ assessmentId: number; title: string; passPercentage: number | null }[]> {
  const found = await sql<{ assessmentId: number; title: string; passPercentage: number | null }>`
    SELECT t.assessment_id AS "assessmentId", r.title, r.pass_percentage AS "passPercentage"
      FROM outline_resources r JOIN learner_attempts t ON t.resource_id = r.id AND t.user_id = ${userId}
     WHERE r.course_id = ${courseId}
     GROUP BY t.assessment_id, r.title, r.pass_percentage, r.module_sort_order, r.content_id, r.sort_order
     ORDER BY r.module_sort_order, r.content_id, r.sort_order`.execute(db)
  return found.rows
}
