/**
 * Decides who may open the picture of a signature, besides its uploader's business: everyone who has its address if a certificate
 * shows it, and editors of a course that uses it.
 */
import { sql } from 'kysely'
import { verdictOn } from '../authorise.ts'
import { standingIn } from '../standing.ts'
import { personById, type Queryable } from './person.ts'

/**
 * Relies on signed addresses: one that names no person appears only with a certificate. `userId` is null if nobody is signed in.
 */
export async function mayOpenSignature(
  db: Queryable,
  mediaId: number,
  userId: number | null,
): Promise<boolean> {
  const shown = await sql<{ isShown: boolean }>`
    SELECT EXISTS (SELECT FROM shown_signatures WHERE media_id = ${mediaId}) AS "isShown"`.execute(db)
  if (shown.rows[0]?.isShown) return true
  const person = await personById(db, userId)
  if (!person) return false
  const courses = await sql<{ courseId: number }>`
    SELECT course_id AS "courseId" FROM signatures_of_courses WHERE media_id = ${mediaId}`.execute(db)
  for (const { courseId } of courses.rows) {
    const standing = await standingIn(db, person, { course: courseId })
    if (standing && verdictOn('course.edit', standing) === 'allow') return true
  }
  return false
}
