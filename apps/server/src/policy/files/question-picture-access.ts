/**
 * Decides who may open a picture of a question, besides its uploader and the admins of their business. A learner who may open the
 * lesson sees the picture if its quiz shows it now, or if it was in an attempt of theirs. Editors of the course see it, too. A
 * picture in a question bank is open to editors of any course of the bank's seller.
 */
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

type Queryable = Pick<Database, 'kysely'>['kysely']

/** `userId` is null if nobody is signed in. */
export async function mayOpenQuestionPicture(
  db: Queryable,
  mediaId: number,
  userId: number | null,
): Promise<boolean> {
  if (userId === null) return false
  const found = await sql<{ isAllowed: boolean }>`
    SELECT EXISTS (
      SELECT FROM shown_question_pictures p
        JOIN user_cards person ON person.id = ${userId} AND person.erased_at IS NULL
        LEFT JOIN outline_resources r ON r.id = p.resource_id
        LEFT JOIN course_cards c ON c.id = r.course_id
        LEFT JOIN seller_cards s ON s.id = coalesce(p.seller_id, c.seller_id)
       WHERE p.media_id = ${mediaId}
         AND (p.question_id IS NOT NULL
              AND (p.resource_id IS NULL
                   OR EXISTS (SELECT FROM open_resources o WHERE o.id = p.resource_id AND o.user_id = person.id))
              AND (p.is_current
                   OR EXISTS (SELECT FROM asked_versions t
                               WHERE t.user_id = person.id AND t.assessment_id = p.assessment_id AND t.version = p.version
                                 AND (t.drawn IS NULL OR p.question_id = ANY (t.drawn))))
              OR s.id IS NOT NULL AND person.business_id IS NOT DISTINCT FROM s.business_id
                 AND (person.role = 'admin'
                      OR person.role = 'instructor'
                         AND EXISTS (SELECT FROM course_cards own
                                      WHERE own.seller_id = s.id AND (own.id = c.id OR c.id IS NULL)
                                        AND person.id IN (own.created_by, own.instructor_id))))
    ) AS "isAllowed"`.execute(db)
  return found.rows[0]?.isAllowed ?? false
}
