/** Reads data of a course that archives contain and pages do not show. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Returns the media id of a course's cover. */
export async function coverOf(db: Db, id: number): Promise<number | null> {
  const found = await sql<{ imageId: number | null }>`
    SELECT image_id AS "imageId" FROM courses WHERE id = ${id}`.execute(db)
  return found.rows[0]?.imageId ?? null
}

/** Returns the pictures, files and videos of these texts, in the order of their upload. */
export async function mediaOfTexts(db: Db, resourceIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT DISTINCT media_id AS id FROM shown_text_pictures
     WHERE resource_id = ANY(${[...resourceIds]}::int[]) ORDER BY id`.execute(db)
  return found.rows.map(({ id }) => id)
}
