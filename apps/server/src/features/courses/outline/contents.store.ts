import type { Chapter } from '@apogee/contracts/courses/chapters.ts'
import type { ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import type { Practice } from '@apogee/contracts/courses/practice.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { versionOf } from '#server/policy/edits.ts'
import type { ContentRow } from './contents.rows.ts'

/**
 * Returns the modules of a course with their resources, both in order, by one statement. Drafts are included only if
 * `includeDrafts` is true.
 */
export async function contentsOf(
  db: Db,
  courseId: number,
  { includeDrafts, learnerId }: { includeDrafts: boolean; learnerId: number | null },
): Promise<ContentRow[]> {
  const found = await sql<ContentRow>`
    SELECT m.id, m.course_id AS "courseId", m.title, m.description, m.sort_order AS "order", m.kind AS type,
           m.is_published AS "isPublished", ${versionOf('module', 'm.id')} AS version,
           CASE WHEN m.opens_after_days IS NOT NULL THEN jsonb_build_object('afterDays', m.opens_after_days)
                WHEN m.opens_on IS NOT NULL THEN jsonb_build_object('on', m.opens_on)
                WHEN m.opens_after_item IS NOT NULL THEN jsonb_build_object('afterItem', m.opens_after_item) END AS opening,
           (SELECT o.opens_at FROM module_openings o
             WHERE o.user_id = ${learnerId} AND o.id = m.id AND o.opens_at > now()) AS "opensAt",
           CASE WHEN m.opens_after_item IS NOT NULL THEN
             (SELECT json_build_object('id', a.resource_id, 'title', a.title) FROM awaited_items a
               WHERE a.user_id = ${learnerId} AND a.content_id = m.id) END AS "opensAfter",
           coalesce(shown.resources, '[]') AS resources
      FROM outline_modules module
      JOIN course_contents m ON m.id = module.id
      LEFT JOIN (
        SELECT r.content_id, json_agg(json_build_object(
                 'id', r.id, 'courseId', item.course_id, 'contentId', r.content_id, 'title', r.title,
                 'fileType', r.file_type, 'order', r.sort_order, 'isPublished', r.is_published,
                 'isPreview', r.is_preview, 'createdAt', r.created_at, 'practice', r.practice, 'passPercentage', r.pass_percentage,
                 'isAssignment', r.is_assignment,
                 'chapters', r.chapters,
                 'words', r.words,
                 'hasRecall', EXISTS (SELECT FROM recall_items q WHERE q.resource_id = r.id),
                 'version', ${versionOf('resource', 'r.id')},
                 'isOpen', item.id IN (SELECT o.id FROM open_resources o
                                        WHERE o.user_id = ${learnerId} AND o.course_id = ${courseId}),
                 'media', CASE WHEN f.id IS NOT NULL THEN json_build_object(
                   'id', f.id, 'publicId', f.public_id, 'seconds', f.seconds, 'pages', f.pages, 'sizeBytes', f.size_bytes,
                   'isPackage', f.purpose = 'package',
                   'isReported', EXISTS (SELECT FROM reporting_packages k WHERE k.media_id = f.id)) END,
                 'captions', coalesce((
                   SELECT json_agg(json_build_object('language', t.language, 'publicId', track.public_id)
                                   ORDER BY t.language)
                     FROM media_captions t JOIN media track ON track.id = t.caption_media_id
                    WHERE t.media_id = f.id), '[]'),
                 'stream', (
                   SELECT json_build_object('state', s.state, 'percent', s.percent, 'problem', s.problem,
                                            'files', s.files, 'storyboard', s.storyboard)
                     FROM shown_streams s WHERE s.media_id = f.id))
                 ORDER BY r.sort_order, r.id) AS resources
          FROM outline_resources item
          JOIN course_resources r ON r.id = item.id
          LEFT JOIN media f ON f.id = r.media_id
         WHERE item.course_id = ${courseId} AND (item.is_published OR ${includeDrafts}) AND r.removed_at IS NULL
         GROUP BY r.content_id) shown ON shown.content_id = m.id
     WHERE module.course_id = ${courseId} AND (module.is_published OR ${includeDrafts}) AND m.removed_at IS NULL
     ORDER BY m.sort_order, m.id`.execute(db)
  return found.rows
}

export interface NewContent {
  courseId: number
  title: string
  description: string
  order: number
  isPublished: boolean
  clientKey?: string | undefined
}

/** Returns the module of the course that was created under this client key, including a removed one. */
export async function contentByKey(tx: Db, courseId: number, key: string): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT id FROM course_contents WHERE course_id = ${courseId} AND client_key = ${key}::uuid`.execute(tx)
  return found.rows[0]?.id
}

/** Returns the item of the course that was created under this client key, including a removed one. */
export async function resourceByKey(tx: Db, courseId: number, key: string): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT r.id FROM course_contents m JOIN course_resources r ON r.content_id = m.id
     WHERE m.course_id = ${courseId} AND r.client_key = ${key}::uuid`.execute(tx)
  return found.rows[0]?.id
}

export async function insertContent(tx: Db, content: NewContent): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_contents (course_id, title, description, sort_order, is_published, client_key)
    VALUES (${content.courseId}, ${content.title}, ${content.description}, ${content.order}, ${content.isPublished},
            ${content.clientKey ?? null}::uuid)
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function updateContent(
  tx: Db,
  id: number,
  changes: {
    title?: string | undefined
    description?: string | undefined
    isPublished?: boolean | undefined
    opening?: ModuleOpening | null | undefined
  },
): Promise<void> {
  await sql`
    UPDATE course_contents SET
      title = coalesce(${changes.title ?? null}, title),
      description = coalesce(${changes.description ?? null}, description),
      is_published = coalesce(${changes.isPublished ?? null}::boolean, is_published)
    WHERE id = ${id}`.execute(tx)
  if (changes.opening !== undefined) await setOpening(tx, id, changes.opening)
}

/** Null means that the module opens with the enrolment. */
export async function setOpening(tx: Db, id: number, opening: ModuleOpening | null): Promise<void> {
  const afterDays = opening && 'afterDays' in opening ? opening.afterDays : null
  const on = opening && 'on' in opening ? opening.on : null
  const afterItem = opening && 'afterItem' in opening ? opening.afterItem : null
  await sql`
    UPDATE course_contents
       SET opens_after_days = ${afterDays}::smallint, opens_on = ${on}::date, opens_after_item = ${afterItem}::bigint
     WHERE id = ${id}`.execute(tx)
}

export async function deleteContent(tx: Db, id: number): Promise<void> {
  await sql`DELETE FROM course_contents WHERE id = ${id}`.execute(tx)
}

export interface NewResource {
  contentId: number
  mediaId: number | null
  title: string
  fileType: FileType
  order: number
  isPublished: boolean
  isPreview: boolean
  /** From this percentage on, a quiz counts as completed. If absent, submitting an attempt completes it. */
  passPercentage?: number | undefined
  /** Texts have a number of words. */
  words?: number | undefined
  clientKey?: string | undefined
  isAssignment?: boolean | undefined
}

export async function insertResource(tx: Db, resource: NewResource): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order, is_published, is_preview,
                                  pass_percentage, words, client_key, is_assignment)
    VALUES (${resource.contentId}, ${resource.mediaId}, ${resource.title}, ${resource.fileType}, ${resource.order},
            ${resource.isPublished}, ${resource.isPreview}, ${resource.passPercentage ?? null}, ${resource.words ?? null},
            ${resource.clientKey ?? null}::uuid, ${resource.isAssignment ?? false})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function updateResource(
  tx: Db,
  id: number,
  changes: {
    title?: string | undefined
    isPublished?: boolean | undefined
    isPreview?: boolean | undefined
    practice?: Practice | undefined
    /** If present, these chapters replace all present ones. */
    chapters?: readonly Chapter[] | undefined
    mediaId?: number | undefined
    words?: number | undefined
  },
): Promise<void> {
  await sql`
    UPDATE course_resources SET
      title = coalesce(${changes.title ?? null}, title),
      is_published = coalesce(${changes.isPublished ?? null}::boolean, is_published),
      is_preview = coalesce(${changes.isPreview ?? null}::boolean, is_preview),
      practice = coalesce(${changes.practice ? JSON.stringify(changes.practice) : null}::jsonb, practice),
      chapters = CASE WHEN ${changes.chapters !== undefined}
                      THEN nullif(${JSON.stringify(changes.chapters ?? [])}::jsonb, '[]') ELSE chapters END,
      words = coalesce(${changes.words ?? null}::integer, words),
      media_id = coalesce(${changes.mediaId ?? null}::bigint, media_id)
    WHERE id = ${id}`.execute(tx)
}

export async function showQuiz(tx: Db, id: number, passPercentage: number | null): Promise<void> {
  await sql`
    UPDATE course_resources SET is_published = true, pass_percentage = ${passPercentage} WHERE id = ${id}`.execute(
    tx,
  )
}

export async function deleteResource(tx: Db, id: number): Promise<void> {
  await sql`DELETE FROM course_resources WHERE id = ${id}`.execute(tx)
}

/** Writes the positions 0, 1, 2 … in the order of the arguments. */
export async function renumber(
  tx: Db,
  table: 'course_contents' | 'course_resources',
  ids: readonly number[],
): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} AS item SET sort_order = placed.place - 1
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS placed (id, place)
     WHERE item.id = placed.id AND item.sort_order <> placed.place - 1`.execute(tx)
}

interface CopiedRow {
  id: number
  fileType: FileType
}

/**
 * Copies the modules and resources of one course to another one, which must have none. The copies use the same files. Returns the
 * new resources.
 */
export async function copyContents(tx: Db, from: number, to: number): Promise<CopiedRow[]> {
  const inserted = await sql<CopiedRow>`
    WITH original AS (
      SELECT id, title, description, is_published, opens_after_days, opens_on, row_number() OVER (ORDER BY sort_order, id) - 1 AS place
        FROM course_contents WHERE course_id = ${from} AND removed_at IS NULL),
    copied AS (
      INSERT INTO course_contents (course_id, title, description, sort_order, is_published, opens_after_days, opens_on)
      SELECT ${to}, title, description, place, is_published, opens_after_days, opens_on FROM original RETURNING id, sort_order)
    INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order, is_published, is_preview, practice,
                                  pass_percentage, chapters, words, is_assignment, copied_from)
    SELECT copied.id, r.media_id, r.title, r.file_type, r.sort_order, r.is_published, r.is_preview, r.practice,
           r.pass_percentage, r.chapters, r.words, r.is_assignment, r.id
      FROM course_resources r
      JOIN original ON original.id = r.content_id
      JOIN copied ON copied.sort_order = original.place
     WHERE r.removed_at IS NULL
     ORDER BY r.sort_order, r.id RETURNING id, file_type AS "fileType"`.execute(tx)
  await sql`
    UPDATE course_contents copy SET opens_after_item = r.id
      FROM course_contents original
      JOIN course_resources r ON r.copied_from = original.opens_after_item
      JOIN course_contents home ON home.id = r.content_id AND home.course_id = ${to}
     WHERE original.course_id = ${from} AND original.removed_at IS NULL AND copy.course_id = ${to}
       AND copy.sort_order = (SELECT count(*) FROM course_contents before
                               WHERE before.course_id = ${from} AND before.removed_at IS NULL
                                 AND (before.sort_order, before.id) < (original.sort_order, original.id))`.execute(
    tx,
  )
  return inserted.rows
}

/** Copies a resource into a module of the same course. With `isDraft`, the copy is neither published nor a free preview. */
export async function copyResource(
  tx: Db,
  id: number,
  copy: { contentId: number; order: number; isDraft: boolean; title: string },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order, is_published, is_preview, practice,
                                  pass_percentage, chapters, words, is_assignment, copied_from)
    SELECT ${copy.contentId}, media_id, ${copy.title}, file_type, ${copy.order}, is_published AND NOT ${copy.isDraft},
           is_preview AND NOT ${copy.isDraft}, practice, pass_percentage, chapters, words, is_assignment, id
      FROM course_resources WHERE id = ${id} RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}
