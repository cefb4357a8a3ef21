import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface AnswerPlace {
  attemptId: number
  questionId: number
}

export interface HandInFileRow {
  mediaId: number
  questionId: number
  publicId: string
  name: string
  sizeBytes: number
}

export async function filesOf(db: Db, attemptId: number): Promise<HandInFileRow[]> {
  const found = await sql<HandInFileRow>`
    SELECT f.media_id AS "mediaId", f.question_id AS "questionId", m.public_id AS "publicId", m.original_name AS name,
           m.size_bytes AS "sizeBytes"
      FROM hand_in_files f JOIN stored_hand_in_files m ON m.id = f.media_id
     WHERE f.attempt_id = ${attemptId} ORDER BY f.question_id, f.place`.execute(db)
  return found.rows
}

/** Returns false when one of the files belongs to another answer. */
export async function replaceFiles(
  tx: Tx,
  { attemptId, questionId }: AnswerPlace,
  mediaIds: readonly number[],
): Promise<boolean> {
  await sql`
    DELETE FROM hand_in_files WHERE attempt_id = ${attemptId} AND question_id = ${questionId}`.execute(tx)
  if (mediaIds.length === 0) return true
  const inserted = await sql<{ mediaId: number }>`
    INSERT INTO hand_in_files (media_id, attempt_id, question_id, place)
    SELECT id, ${attemptId}, ${questionId}, place - 1
      FROM unnest(${[...mediaIds]}::bigint[]) WITH ORDINALITY AS chosen (id, place)
    ON CONFLICT (media_id) DO NOTHING RETURNING media_id AS "mediaId"`.execute(tx)
  return inserted.rows.length === mediaIds.length
}
