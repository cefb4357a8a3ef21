import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

type Queryable = Pick<Database, 'kysely'>['kysely']

/** A file with the rights of the person who requests it. */
export interface MediaAccess {
  id: number
  storageKey: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
  originalName: string
  /** Everybody may open it: a person's picture, the cover of a listed course. */
  isPublic: boolean
  /** This person may open it now. */
  isAllowed: boolean
}

/**
 * Who may open a file, checked on each request in one statement: the uploader while they teach where they uploaded
 * it, the admin of that business, a superadmin, the course's instructor and its business's admin, enrolled learners
 * if it is published, everybody for a free preview of a public course. A caption track follows its video.
 * `userId` null: nobody is signed in. Returns null when there is no such file.
 */
export async function mediaAccess(
  db: Queryable,
  publicId: string,
  userId: number | null,
): Promise<MediaAccess | null> {
  const found = await sql<MediaAccess>`
    WITH person AS (
      SELECT id, role, business_id FROM user_cards WHERE id = ${userId}::bigint AND erased_at IS NULL
    ), file AS (
      SELECT * FROM media WHERE public_id = ${publicId}
    ), shown AS (
      SELECT file.id FROM file
      UNION SELECT t.media_id FROM media_captions t JOIN file ON t.caption_media_id = file.id
    ), course AS (
      -- Courses the file is the cover of, or part of.
      SELECT c.*, s.business_id, r.is_published AND r.is_preview AS is_open_preview, false AS is_cover
        FROM outline_resources r
        JOIN course_cards c ON c.id = r.course_id
        JOIN seller_cards s ON s.id = c.seller_id
       WHERE r.media_id IN (SELECT id FROM shown)
      UNION ALL
      SELECT c.*, s.business_id, false, true
        FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
       WHERE c.image_id = (SELECT id FROM file)
    )
    SELECT file.id, file.storage_key AS "storageKey", file.content_type AS "contentType", file.size_bytes AS "sizeBytes",
           file.sha256, file.original_name AS "originalName",
           file.purpose = 'avatar'
             OR EXISTS (SELECT 1 FROM course WHERE is_cover AND is_listed) AS "isPublic",
           EXISTS (SELECT 1 FROM person WHERE person.role = 'superadmin'
              OR (person.role = 'admin' AND person.business_id = file.business_id)
              OR (person.id = file.owner_id
                  AND (file.purpose = 'avatar'
                       OR (person.role <> 'student' AND person.business_id IS NOT DISTINCT FROM file.business_id))))
             OR EXISTS (SELECT 1 FROM course WHERE is_listed AND is_open_preview AND file.purpose <> 'quiz')
             -- A quiz file holds the answers: it opens to those who teach, never to learners.
             OR EXISTS (SELECT 1 FROM open_resources r JOIN person ON person.id = r.user_id
                         WHERE r.media_id IN (SELECT id FROM shown) AND file.purpose <> 'quiz')
             OR EXISTS (
               SELECT 1 FROM course, person
                WHERE (is_cover AND EXISTS (SELECT 1 FROM active_enrolments e
                         WHERE e.course_id = course.id AND e.user_id = person.id))
                   OR (person.business_id IS NOT DISTINCT FROM course.business_id
                       AND (person.role = 'admin'
                            OR (person.role = 'instructor' AND person.id IN (course.created_by, course.instructor_id))))
             ) AS "isAllowed"
      FROM file`.execute(db)
  return found.rows[0] ?? null
}
