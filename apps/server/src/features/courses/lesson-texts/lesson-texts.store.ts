/** The table `lesson_texts` contains the text and the draft of each text lesson. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { versionOf } from '#server/policy/edits.ts'
import type { StreamRow } from '../outline/contents.rows.ts'
import type { Texts } from './text-links.ts'

export interface LessonTextRow {
  resourceId: number
  courseId: number
  title: string
  isPublished: boolean
  isModulePublished: boolean
  isPreview: boolean
  /** Learners read this text. */
  document: LessonDocument
  draft: LessonDocument | null
  savedAt: Date
  version: number
}

export async function lessonTextOf(db: Db, resourceId: number): Promise<LessonTextRow | undefined> {
  const found = await sql<LessonTextRow>`
    SELECT t.resource_id AS "resourceId", m.course_id AS "courseId", r.title, r.is_published AS "isPublished",
           m.is_published AS "isModulePublished", r.is_preview AS "isPreview", t.document, t.draft, t.saved_at AS "savedAt",
           ${versionOf('resource', 'r.id')} AS version
      FROM lesson_texts t
      JOIN course_resources r ON r.id = t.resource_id
      JOIN course_contents m ON m.id = r.content_id
     WHERE t.resource_id = ${resourceId} AND r.removed_at IS NULL AND m.removed_at IS NULL`.execute(db)
  return found.rows[0]
}

/** Returns the hash and the size in bytes of each published text. Resources that are not text lessons are left out. */
export async function hashesOfTexts(
  db: Db,
  resourceIds: readonly number[],
): Promise<{ resourceId: number; hash: string; bytes: number }[]> {
  const found = await sql<{ resourceId: number; hash: string; bytes: number }>`
    SELECT resource_id AS "resourceId", md5(document::text) AS hash, octet_length(document::text) AS bytes
      FROM lesson_texts WHERE resource_id = ANY(${[...resourceIds]}::int[])`.execute(db)
  return found.rows
}

/** Returns the texts that learners read, with their hashes. */
export async function documentsOf(
  db: Db,
  resourceIds: readonly number[],
): Promise<{ resourceId: number; hash: string; document: LessonDocument }[]> {
  const found = await sql<{ resourceId: number; hash: string; document: LessonDocument }>`
    SELECT resource_id AS "resourceId", md5(document::text) AS hash, document
      FROM lesson_texts WHERE resource_id = ANY(${[...resourceIds]}::int[])`.execute(db)
  return found.rows
}

export interface TextUploadRow {
  mediaId: number
  publicId: string
  purpose: 'text-picture' | 'text-file' | 'text-video'
  /** Pictures have a width and a height in pixels. */
  width: number | null
  height: number | null
  name: string
  bytes: number
  /** Videos have a length in seconds. Null means that it is not known yet. */
  seconds: number | null
  /** A video in several qualities has a stream, which may still be in preparation. */
  stream: Pick<StreamRow, 'state' | 'files' | 'storyboard'> | null
  captions: { language: Language; publicId: string }[]
}

/** Returns the pictures, files and videos that the text or its draft uses. */
export async function uploadsOfText(db: Db, resourceId: number): Promise<TextUploadRow[]> {
  const found = await sql<TextUploadRow>`
    SELECT t.media_id AS "mediaId", t.public_id AS "publicId", t.purpose, t.width, t.height, t.original_name AS name, t.size_bytes AS bytes, t.seconds,
           CASE WHEN s.media_id IS NOT NULL
                THEN json_build_object('state', s.state, 'files', s.files, 'storyboard', s.storyboard) END AS stream,
           coalesce((SELECT json_agg(json_build_object('language', c.language, 'publicId', track.public_id) ORDER BY c.language)
                       FROM media_captions c JOIN media track ON track.id = c.caption_media_id
                      WHERE c.media_id = t.media_id), '[]') AS captions
      FROM shown_text_pictures t
      LEFT JOIN shown_streams s ON t.purpose = 'text-video' AND s.media_id = t.media_id
     WHERE t.resource_id = ${resourceId} ORDER BY t.media_id`.execute(db)
  return found.rows
}

export interface VideoCaptionsRow {
  contentType: string
  tracks: { language: Language; publicId: string }[]
  version: number
}

export async function captionsOfVideo(db: Db, mediaId: number): Promise<VideoCaptionsRow> {
  const found = await sql<VideoCaptionsRow>`
    SELECT video.content_type AS "contentType",
           coalesce(json_agg(json_build_object('language', c.language, 'publicId', track.public_id) ORDER BY c.language)
                    FILTER (WHERE track.id IS NOT NULL), '[]') AS tracks,
           ${versionOf('video-captions', 'video.id')} AS version
      FROM media video
      LEFT JOIN media_captions c ON c.media_id = video.id
      LEFT JOIN media track ON track.id = c.caption_media_id
     WHERE video.id = ${mediaId} GROUP BY video.id`.execute(db)
  return onlyRow(found)
}

interface SavedText {
  document: LessonDocument
  at: Date
}

export async function insertLessonText(
  tx: Tx,
  resourceId: number,
  { document, at }: SavedText,
): Promise<void> {
  await sql`
    INSERT INTO lesson_texts (resource_id, document, saved_at)
    VALUES (${resourceId}, ${JSON.stringify(document)}::jsonb, ${at})`.execute(tx)
}

/** Publishes the text to learners and removes the draft. */
export async function publishText(tx: Tx, resourceId: number, { document, at }: SavedText): Promise<void> {
  await sql`
    UPDATE lesson_texts SET document = ${JSON.stringify(document)}::jsonb, draft = NULL, saved_at = ${at}
     WHERE resource_id = ${resourceId}`.execute(tx)
}

export async function saveTextDraft(tx: Tx, resourceId: number, { document, at }: SavedText): Promise<void> {
  await sql`
    UPDATE lesson_texts SET draft = nullif(${JSON.stringify(document)}::jsonb, document), saved_at = ${at}
     WHERE resource_id = ${resourceId}`.execute(tx)
}

export async function copyText(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO lesson_texts (resource_id, document, draft, saved_at)
    SELECT ${to}, document, draft, saved_at FROM lesson_texts WHERE resource_id = ${from}`.execute(tx)
}

/** Replaces a text and its draft without changing the time at which they were saved. */
export async function replaceTexts(tx: Tx, resourceId: number, { document, draft }: Texts): Promise<void> {
  await sql`
    UPDATE lesson_texts SET document = ${JSON.stringify(document)}::jsonb,
           draft = ${draft && JSON.stringify(draft)}::jsonb
     WHERE resource_id = ${resourceId}`.execute(tx)
}

/** Numbers the resources of a course in their order. A copied course has the same order, so equal numbers belong to each other. */
const placed = (courseId: number) => sql`
  SELECT r.id, r.content_id, row_number() OVER (ORDER BY m.sort_order, m.id, r.sort_order, r.id) AS place
    FROM course_resources r JOIN course_contents m ON m.id = r.content_id
   WHERE m.course_id = ${courseId} AND m.removed_at IS NULL AND r.removed_at IS NULL`

/** Copies the texts of one course to its copy. */
export async function copyTexts(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO lesson_texts (resource_id, document, draft, saved_at)
    SELECT copy.id, t.document, t.draft, t.saved_at
      FROM (${placed(from)}) original
      JOIN (${placed(to)}) copy USING (place)
      JOIN lesson_texts t ON t.resource_id = original.id`.execute(tx)
}

export interface CopiedLessonRow {
  originalId: number
  contentId: number
  resourceId: number
}

/** Returns for each lesson of a copied course its ids and the id of the lesson from which it was copied. */
export async function copiedLessons(tx: Tx, from: number, to: number): Promise<CopiedLessonRow[]> {
  const found = await sql<CopiedLessonRow>`
    SELECT original.id AS "originalId", copy.content_id AS "contentId", copy.id AS "resourceId"
      FROM (${placed(from)}) original JOIN (${placed(to)}) copy USING (place)`.execute(tx)
  return found.rows
}

export interface CourseTextRow {
  resourceId: number
  document: LessonDocument
  draft: LessonDocument | null
}

/** With `thatLink`, returns only texts that may link to other lessons. */
export async function textsOfCourse(
  db: Db,
  courseId: number,
  { thatLink = false } = {},
): Promise<CourseTextRow[]> {
  const isWanted = thatLink ? sql`concat(t.document, t.draft) LIKE '%"/lesson/%'` : sql`true`
  const found = await sql<CourseTextRow>`
    SELECT t.resource_id AS "resourceId", t.document, t.draft
      FROM lesson_texts t JOIN outline_resources r ON r.id = t.resource_id
     WHERE r.course_id = ${courseId} AND ${isWanted}`.execute(db)
  return found.rows
}
