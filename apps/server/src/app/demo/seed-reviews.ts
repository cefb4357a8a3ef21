/** Reviews of the demo school, oldest first. After everything that enrols: a review is of somebody who studies the course. */
import { sql, type Transaction } from 'kysely'
import { learnersDomain } from '../../../demo/learners.ts'
import { demoReviews } from '../../../demo/reviews.ts'
import { insertPast } from '#server/features/reviews/reviews.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'

const dayMs = 24 * 3_600_000

export async function seedReviews(
  tx: Transaction<DB>,
  now: Date,
  ids: { person: (key: string) => number; course: (key: string) => number },
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const oldestFirst = demoReviews.toSorted((one, other) => other.daysAgo - one.daysAgo)
  for (const { course, by, daysAgo, rating, text, reply } of oldestFirst) {
    const courseId = ids.course(course)
    const at = ago(daysAgo)
    const userId = by === null ? await learnerOf(tx, courseId, at) : ids.person(by)
    // The many learners are there only where the demo business can be paid.
    if (userId === undefined) continue
    await insertPast(tx, {
      userId,
      courseId,
      rating,
      text,
      at,
      reply: reply
        ? { text: reply.text, by: await instructorOf(tx, courseId), at: ago(reply.daysAgo) }
        : null,
    })
  }
}

/** Whoever of the many learners has had the course longest by then, and has not reviewed it. */
async function learnerOf(tx: Transaction<DB>, courseId: number, at: Date): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT e.user_id AS id FROM enrolments e JOIN users u ON u.id = e.user_id
     WHERE e.course_id = ${courseId} AND e.revoked_at IS NULL AND e.granted_at < ${at}
       AND u.email LIKE ${`%@${learnersDomain}`}
       AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.user_id = e.user_id AND r.course_id = e.course_id)
     ORDER BY e.granted_at, e.id LIMIT 1`.execute(tx)
  return found.rows[0]?.id
}

async function instructorOf(tx: Transaction<DB>, courseId: number): Promise<number> {
  const found = await sql<{ id: number }>`
    SELECT instructor_id AS id FROM courses WHERE id = ${courseId}`.execute(tx)
  const id = found.rows[0]?.id
  if (id === undefined) throw new Error('a course of the demo school has no instructor')
  return id
}
