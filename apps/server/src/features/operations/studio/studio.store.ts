/** Facts for a seller's home page, except figures. The only table that this file writes stores who has dismissed the checklist. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { InsightScope } from '../insights/insights.rules.ts'
import { coursesOf } from '../insights/insights.store.ts'

const scopeCourses = (scope: InsightScope) => sql`
  SELECT c.id, c.title, c.price_cents, c.is_published, c.archived_at
    FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id WHERE ${coursesOf(scope)}`

/** The facts cover courses that are not archived. */
export interface CourseFacts {
  newestId: number | null
  /** The newest course with a lesson. */
  taughtId: number | null
  /** Drafts count as lessons. */
  hasLesson: boolean
  hasPrice: boolean
  /** Learners can open a lesson of a published course. */
  hasOpenLesson: boolean
  hasLearner: boolean
}

export async function courseFacts(db: Db, scope: InsightScope): Promise<CourseFacts> {
  const found = await sql<CourseFacts>`
    WITH course AS MATERIALIZED (${scopeCourses(scope)} AND c.archived_at IS NULL)
    SELECT (SELECT max(id) FROM course) AS "newestId",
           (SELECT max(course.id) FROM course JOIN outline_resources r ON r.course_id = course.id) AS "taughtId",
           EXISTS (SELECT FROM course WHERE price_cents > 0) AS "hasPrice",
           EXISTS (SELECT FROM course JOIN outline_resources r ON r.course_id = course.id) AS "hasLesson",
           EXISTS (SELECT FROM course JOIN published_resources r ON r.course_id = course.id
                    WHERE course.is_published) AS "hasOpenLesson",
           EXISTS (SELECT FROM course JOIN active_enrolments e ON e.course_id = course.id) AS "hasLearner"`.execute(
    db,
  )
  return onlyRow(found)
}

export interface NewestEnrolmentRow {
  id: number
  learner: string | null
  learnerId: number
  courseId: number
  courseTitle: string
  at: Date
}

/**
 * Returns the newest enrolments. Those of the platform are read by the primary key, those of each course of a seller by
 * `enrolments_newest_idx`.
 */
export async function newestEnrolments(
  db: Db,
  scope: InsightScope,
  most: number,
): Promise<NewestEnrolmentRow[]> {
  const newest = sql`ORDER BY id DESC LIMIT ${most}`
  const chosen =
    scope.kind === 'platform'
      ? sql`SELECT * FROM active_enrolments ${newest}`
      : sql`
        SELECT of_course.* FROM (${scopeCourses(scope)}) course
         CROSS JOIN LATERAL (SELECT * FROM active_enrolments WHERE course_id = course.id ${newest}) of_course
         ${newest}`
  const found = await sql<NewestEnrolmentRow>`
    SELECT e.id, u.name AS learner, u.id AS "learnerId", c.id AS "courseId", c.title AS "courseTitle", e.granted_at AS at
      FROM (${chosen}) e JOIN course_cards c ON c.id = e.course_id JOIN user_cards u ON u.id = e.user_id
     ORDER BY e.id DESC`.execute(db)
  return found.rows
}

export async function isDismissed(db: Db, userId: number): Promise<boolean> {
  const found = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM dismissed_checklists WHERE user_id = ${userId}) AS found`.execute(db)
  return onlyRow(found).found
}

export async function forgetChecklist(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM dismissed_checklists WHERE user_id = ${userId}`.execute(tx)
}

export async function dismissChecklist(db: Db, userId: number, at: Date): Promise<void> {
  await sql`
    INSERT INTO dismissed_checklists (user_id, dismissed_at) VALUES (${userId}, ${at}) ON CONFLICT DO NOTHING`.execute(
    db,
  )
}
