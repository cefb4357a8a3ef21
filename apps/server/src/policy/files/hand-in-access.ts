/**
 * Decides who may open a file of an answer graded by a person: the learner, and everyone who sees learners' progress in the course.
 */
import { sql } from 'kysely'
import { verdictOn } from '../authorise.ts'
import { standingIn } from '../standing.ts'
import { personById, type Queryable } from './person.ts'

/** The uploader may open the file even before an answer contains it. `userId` is null if nobody is signed in. */
export async function mayOpenHandIn(
  db: Queryable,
  { id, ownerId }: { id: number; ownerId: number },
  userId: number | null,
): Promise<boolean> {
  const person = await personById(db, userId)
  if (!person) return false
  if (ownerId === userId) return true
  const found = await sql<{ courseId: number | null }>`
    SELECT course_id AS "courseId" FROM handed_in_files WHERE media_id = ${id}`.execute(db)
  const courseId = found.rows[0]?.courseId ?? null
  if (courseId === null) return false
  const standing = await standingIn(db, person, { course: courseId })
  return standing !== null && verdictOn('course.seeLearnersProgress', standing) === 'allow'
}
