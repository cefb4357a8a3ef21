/** Decides who may open a picture of a discussion or reply: everyone who may read the text that shows it. */
import { sql } from 'kysely'
import { verdictOn } from '../authorise.ts'
import { standingIn } from '../standing.ts'
import { personById, type Person, type Queryable } from './person.ts'

interface ShownPicture {
  courseId: number | null
  isHidden: boolean
  groupOwnerId: number | null
}

/** The uploader may open a picture that no text shows yet. `userId` is null if nobody is signed in. */
export async function mayOpenPostPicture(
  db: Queryable,
  { id, ownerId }: { id: number; ownerId: number },
  userId: number | null,
): Promise<boolean> {
  const person = await personById(db, userId)
  if (!person) return false
  const shown = await sql<ShownPicture>`
    SELECT course_id AS "courseId", is_hidden AS "isHidden", group_owner_id AS "groupOwnerId"
      FROM shown_post_pictures WHERE media_id = ${id}`.execute(db)
  const [picture] = shown.rows
  return picture ? mayRead(db, person, picture) : ownerId === userId
}

/**
 * Applies the access rule of `Discussions` to a signed-in person. A text of a course is open to those who may study the course, any
 * other text to everyone. A hidden text is open to its moderators only.
 */
async function mayRead(db: Queryable, person: Person, picture: ShownPicture): Promise<boolean> {
  const standing =
    picture.courseId === null ? null : await standingIn(db, person, { course: picture.courseId })
  if (picture.courseId !== null && (!standing || verdictOn('course.study', standing) !== 'allow'))
    return false
  if (!picture.isHidden || person.role === 'superadmin') return true
  if (picture.groupOwnerId === person.userId) return true
  return standing !== null && verdictOn('course.edit', standing) === 'allow'
}
