/**
 * Decides who may open a picture, file or video in the text of a lesson, besides its uploader and the admins of their business:
 * everyone who may open that lesson.
 */
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

type Queryable = Pick<Database, 'kysely'>['kysely']

/** `userId` is null if nobody is signed in. */
export async function mayOpenTextPicture(
  db: Queryable,
  mediaId: number,
  userId: number | null,
): Promise<boolean> {
  const found = await sql<{ isAllowed: boolean }>`
    SELECT EXISTS (
      SELECT FROM shown_text_pictures p
        JOIN outline_resources r ON r.id = p.resource_id
        JOIN course_cards c ON c.id = r.course_id
        JOIN seller_cards s ON s.id = c.seller_id
        LEFT JOIN user_cards person ON person.id = ${userId}::bigint AND person.erased_at IS NULL
       WHERE (p.media_id = ${mediaId}
              OR p.media_id IN (SELECT t.media_id FROM media_captions t WHERE t.caption_media_id = ${mediaId}))
         AND (c.is_published AND NOT c.is_private AND r.is_published AND r.is_preview
              OR EXISTS (SELECT FROM open_resources o WHERE o.id = r.id AND o.user_id = person.id)
              OR person.business_id IS NOT DISTINCT FROM s.business_id
                 AND (person.role = 'admin'
                      OR person.role = 'instructor' AND person.id IN (c.created_by, c.instructor_id)))
    ) AS "isAllowed"`.execute(db)
  return found.rows[0]?.isAllowed ?? false
}
