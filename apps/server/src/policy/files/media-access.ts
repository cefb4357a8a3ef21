import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

type Queryable = Pick<Database, 'kysely'>['kysely']

/** The rights are those of the person who requests the file. */
export interface MediaAccess {
  id: number
  publicId: string
  storageKey: string
  contentType: string
  sizeBytes: number
  sha256: Buffer
  originalName: string
  /** Everyone may open the file: a person's picture, or the cover of a listed course. */
  isPublic: boolean
  isAllowed: boolean
  /** Browsers save the file and do not show it. */
  isDownload: boolean
  /** No browser stores the file: an answer handed in by one person, or a file with the right answers of a quiz. */
  isConfidential: boolean
}

/** Returns null for a missing file. A null `userId` means that nobody is signed in. */
export async function mediaAccess(
  db: Queryable,
  publicId: string,
  userId: number | null,
): Promise<MediaAccess | null> {
  const [found] = await accessWhere(db, sql`= ${publicId}`, userId)
  return found ?? null
}

/** Returns the same for several files in no particular order, without missing files. */
export const mediaAccessOfMany = (
  db: Queryable,
  publicIds: readonly string[],
  userId: number | null,
): Promise<MediaAccess[]> => accessWhere(db, sql`= ANY(${[...publicIds]}::text[])`, userId)

/**
 * Decides who may open a file, on each request in one statement: the uploader while they teach where they uploaded it, the admin of
 * that business, a superadmin, the course's instructor and its business's admin, enrolled learners if it is published, everyone for
 * a free preview of a public course. Other files follow what shows them: a caption track its video, a picture of a discussion its
 * text (post-picture-access.ts), a file of an answer the answer (hand-in-access.ts), a picture in a lesson's text or in a question,
 * and a file or video in a text with its captions, that lesson (text-picture-access.ts, question-picture-access.ts), a signature
 * the certificates that show it (signature-access.ts).
 * `isAsked` is a condition on the public id.
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
      // These files have their own addresses: features/businesses/sellers/seller-documents.ts.
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
