/** Reads which questions show which pictures. A trigger maintains this information (migrations/0211_baseline.sql). */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export interface PictureRow {
  /** This is the public id of the upload. */
  file: string
  alt: string
  width: number
  height: number
}

/** Selects the picture of a question `q`. Null means that it has none. */
export const pictureOfQuestion = sql`
  (SELECT jsonb_build_object('file', s.public_id, 'alt', q.picture->>'alt', 'width', s.width, 'height', s.height)
     FROM stored_text_pictures s WHERE s.public_id = q.picture->>'file') AS picture`

export type OptionPictureRow = PictureRow & { isAlone: boolean }

/** Selects the pictures of the options of a question `q`, in the order of the options. Null means that no option has one. */
export const picturesOfOptions = sql`
  (SELECT jsonb_agg(CASE WHEN s.public_id IS NOT NULL
                         THEN jsonb_build_object('file', s.public_id, 'alt', given.picture->>'alt', 'width', s.width,
                                                 'height', s.height, 'isAlone', given.picture ? 'isAlone') END
                    ORDER BY given.place)
     FROM jsonb_array_elements(q.option_pictures) WITH ORDINALITY AS given (picture, place)
     LEFT JOIN stored_text_pictures s ON s.public_id = given.picture->>'file') AS "optionPictures"`

export async function picturesByFile(
  db: Db,
  files: readonly string[],
): Promise<{ file: string; width: number; height: number }[]> {
  const found = await sql<{ file: string; width: number; height: number }>`
    SELECT public_id AS file, width, height FROM stored_text_pictures
     WHERE public_id = ANY (${[...files]}::text[]) ORDER BY id`.execute(db)
  return found.rows
}

export interface PicturePlace {
  /** This item of the course is the quiz. */
  resourceId: number
  courseId: number
}

/**
 * Returns those of these files that a version or draft of the quiz already shows, or a question in the bank of the quiz's seller.
 */
export async function picturesAt(
  db: Db,
  { resourceId, courseId }: PicturePlace,
  files: readonly string[],
): Promise<string[]> {
  const found = await sql<{ file: string }>`
    SELECT DISTINCT public_id AS file FROM shown_question_pictures
     WHERE public_id = ANY (${[...files]}::text[])
       AND (resource_id = ${resourceId} OR seller_id = (SELECT seller_id FROM course_cards WHERE id = ${courseId}))`.execute(
    db,
  )
  return found.rows.map(({ file }) => file)
}

/** Returns the media that the published versions and drafts of these quizzes show, in the order of upload. */
export async function mediaOfQuizzes(db: Db, resourceIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT DISTINCT media_id AS id FROM shown_question_pictures
     WHERE resource_id = ANY (${[...resourceIds]}::bigint[]) AND (question_id IS NULL OR is_current) ORDER BY id`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}
