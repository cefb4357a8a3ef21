import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

type Queryable = Pick<Database, 'kysely'>['kysely']

/** Describes a stored file and what the person who requests it may do with it. */
export interface MediaAccess {
  id: number
  publicId: string
  storageKey: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
  originalName: string
  /** This is true if everyone may open the file: a person's picture, or the cover of a listed course. */
  isPublic: boolean
  isAllowed: boolean
  /** If true, browsers save the file and do not show it. */
  isDownload: boolean
  /** If true, no browser may store the file: it is an answer handed in by one person, or contains the right answers of a quiz. */
  isConfidential: boolean
}

/** Returns null if the file does not exist. `userId` is null if nobody is signed in. */
export async function mediaAccess(
  db: Queryable,
  publicId: string,
  userId: number | null,
): Promise<MediaAccess | null> {
  const [found] = await accessWhere(db, sql`= ${publicId}`, userId)
  return found ?? null
}

/** Does the same as `mediaAccess` for several files. The result is in no particular order and omits files that do not exist. */
export const mediaAccessOfMany = (
  db: Queryable,
  publicIds: readonly string[],
  userId: number | null,
): Promise<MediaAccess[]> => accessWhere(db, sql`= ANY(${[...publicIds]}::text[])`, userId)

/**
 * Decides who may open a file. Every request asks again, with one statement for most files. The following people may open the file:
 * - its uploader, while they still teach for the seller for whom they uploaded it;
 * - the admin of that business, and a superadmin;
 * - the instructor of the course that contains it, and the admin of the course's business;
 * - enrolled learners, if it is published;
 * - everyone, if it is a free preview of a public course.
 * Other files have the access of the text or object that shows them. A caption track follows its video, a picture in a discussion
 * its text (post-picture-access.ts), and a file of a handed-in answer that answer (hand-in-access.ts). A picture, file or video in
 * a text, with its captions, follows the lesson or question with that text (text-picture-access.ts, question-picture-access.ts). A
 * signature follows the certificates that show it (signature-access.ts).
 * `isAsked` is an SQL condition on the public id.
 */
async function accessWhere(
  db: Queryable,
  isAsked: RawBuilder<unknown>,
  userId: number | null,
): Promise<MediaAccess[]> {
  const found = await sql<
    Omit<MediaAccess, 'isDownload' | 'isConfidential'> & { purpose: string; ownerId: number }
  >`
    WITH person AS (
      SELECT id, role, business_id FROM user_cards WHERE id = ${userId}::bigint AND erased_at IS NULL
    ), file AS (
      SELECT * FROM media WHERE public_id ${isAsked}
    ), shown AS (
      SELECT file.id AS file_id, file.id FROM file
      UNION SELECT file.id, t.media_id FROM media_captions t JOIN file ON t.caption_media_id = file.id
    ), course AS (
      -- Courses a file is the cover of, or part of.
      SELECT shown.file_id, c.*, s.business_id, r.is_published AND r.is_preview AS is_open_preview, false AS is_cover
        FROM shown
        JOIN outline_resources r ON r.media_id = shown.id
        JOIN course_cards c ON c.id = r.course_id
        JOIN seller_cards s ON s.id = c.seller_id
      UNION ALL
      SELECT file.id, c.*, s.business_id, false, true
        FROM file JOIN course_cards c ON c.image_id = file.id JOIN seller_cards s ON s.id = c.seller_id
    )
    SELECT file.id, file.public_id AS "publicId", file.storage_key AS "storageKey", file.content_type AS "contentType",
           file.size_bytes AS "sizeBytes", file.sha256, file.original_name AS "originalName",
           file.purpose, file.owner_id AS "ownerId",
           file.purpose = 'avatar'
             OR file.id IN (SELECT file_id FROM course WHERE is_cover AND is_published AND NOT is_private) AS "isPublic",
           EXISTS (SELECT 1 FROM person WHERE person.role = 'superadmin'
              OR (person.role = 'admin' AND person.business_id = file.business_id)
              OR (person.id = file.owner_id
                  AND (file.purpose = 'avatar'
                       OR (person.role <> 'student' AND person.business_id IS NOT DISTINCT FROM file.business_id))))
             OR (file.purpose <> 'quiz' AND file.id IN (SELECT file_id FROM course WHERE is_published AND NOT is_private AND is_open_preview))
             -- A quiz file holds the answers: it opens to those who teach, never to learners.
             OR (file.purpose <> 'quiz' AND file.id IN (
               SELECT shown.file_id FROM shown JOIN open_resources r ON r.media_id = shown.id
                 JOIN person ON person.id = r.user_id))
             OR file.id IN (
               SELECT course.file_id FROM course, person
                WHERE (is_cover AND EXISTS (SELECT 1 FROM active_enrolments e
                         WHERE e.course_id = course.id AND e.user_id = person.id))
                   OR (person.business_id IS NOT DISTINCT FROM course.business_id
                       AND (person.role = 'admin'
                            OR (person.role = 'instructor' AND person.id IN (course.created_by, course.instructor_id))))
             ) AS "isAllowed"
      FROM file`.execute(db)
  return Promise.all(
    found.rows.map(async ({ purpose, ownerId, ...row }) => {
      const isPdf = row.contentType === 'application/pdf'
      const file = {
        ...row,
        isDownload: purpose === 'hand-in' || (purpose === 'text-file' && !isPdf),
        isConfidential: purpose === 'hand-in' || purpose === 'quiz',
      }
      // Documents of sellers have addresses of their own: features/businesses/sellers/seller-documents.ts.
      if (purpose === 'seller-document') return { ...file, isAllowed: false }
      if (purpose === 'hand-in') {
        const { mayOpenHandIn } = await import('./hand-in-access.ts')
        return { ...file, isAllowed: await mayOpenHandIn(db, { id: file.id, ownerId }, userId) }
      }
      if ((purpose.startsWith('text-') || purpose === 'captions') && !file.isAllowed) {
        const { mayOpenTextPicture } = await import('./text-picture-access.ts')
        const { mayOpenQuestionPicture } = await import('./question-picture-access.ts')
        const isShownInText = await mayOpenTextPicture(db, file.id, userId)
        if (isShownInText || purpose !== 'text-picture') return { ...file, isAllowed: isShownInText }
        return { ...file, isAllowed: await mayOpenQuestionPicture(db, file.id, userId) }
      }
      if (purpose === 'signature' && !file.isAllowed) {
        const { mayOpenSignature } = await import('./signature-access.ts')
        return { ...file, isAllowed: await mayOpenSignature(db, file.id, userId) }
      }
      if (purpose !== 'discussion') return file
      const { mayOpenPostPicture } = await import('./post-picture-access.ts')
      return { ...file, isAllowed: await mayOpenPostPicture(db, { id: file.id, ownerId }, userId) }
    }),
  )
}
