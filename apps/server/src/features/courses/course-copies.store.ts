/** Copies of courses and of their items. */
import type { FileType } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

/** A draft with the texts, cover and list price of another course of the same seller. */
export async function copyCourse(
  tx: Db,
  id: number,
  copy: { title: string; createdBy: number; instructorId: number },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, image_id, price_cents, is_private,
                         is_draft, category, language, level, subtitle, outcomes, requirements, audience, faq, plan_lines,
                         has_scratchpad, allows_offline_video)
    SELECT seller_id, ${copy.createdBy}, ${copy.instructorId}, ${copy.title}, description, image_id, price_cents,
           is_private, true, category, language, level, subtitle, outcomes, requirements, audience, faq, plan_lines, has_scratchpad,
           allows_offline_video
      FROM courses WHERE id = ${id} RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

interface CopiedRow {
  id: number
  fileType: FileType
}

/** Copies the modules and resources of one course to another that has none; both refer to the same files. Returns the new resources. */
export async function copyContents(tx: Db, from: number, to: number): Promise<CopiedRow[]> {
  const inserted = await sql<CopiedRow>`
    WITH original AS (
      SELECT id, title, description, is_published, opens_after_days, opens_on, row_number() OVER (ORDER BY sort_order, id) - 1 AS place
        FROM course_contents WHERE course_id = ${from} AND removed_at IS NULL),
    copied AS (
      INSERT INTO course_contents (course_id, title, description, sort_order, is_published, opens_after_days, opens_on)
      SELECT ${to}, title, description, place, is_published, opens_after_days, opens_on FROM original RETURNING id, sort_order)
    INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order, is_published, is_preview, practice,
                                  pass_percentage, chapters, words, copied_from)
    SELECT copied.id, r.media_id, r.title, r.file_type, r.sort_order, r.is_published, r.is_preview, r.practice,
           r.pass_percentage, r.chapters, r.words, r.id
      FROM course_resources r
      JOIN original ON original.id = r.content_id
      JOIN copied ON copied.sort_order = original.place
     WHERE r.removed_at IS NULL
     ORDER BY r.sort_order, r.id RETURNING id, file_type AS "fileType"`.execute(tx)
  return inserted.rows
}

/** A copy in a module of the same course. `isDraft`: not published, and no free preview. */
export async function copyResource(
  tx: Db,
  id: number,
  copy: { contentId: number; order: number; isDraft: boolean; title: string },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order, is_published, is_preview, practice,
                                  pass_percentage, chapters, words, copied_from)
    SELECT ${copy.contentId}, media_id, ${copy.title}, file_type, ${copy.order}, is_published AND NOT ${copy.isDraft},
           is_preview AND NOT ${copy.isDraft}, practice, pass_percentage, chapters, words, id
      FROM course_resources WHERE id = ${id} RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}
