/** Reads the questions after videos, for those who write or copy them. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'

export interface VideoItem {
  courseId: number
  title: string
  /** This number grows with each edit of the lesson, so that an edit by another person is detected. */
  editVersion: number
}

/** Returns undefined for lessons that are no videos. */
export async function videoItem(db: Db, resourceId: number): Promise<VideoItem | undefined> {
  const found = await sql<VideoItem>`
    SELECT v.course_id AS "courseId", v.title, ${versionOf('resource', 'v.id')} AS "editVersion"
      FROM video_items v WHERE v.id = ${resourceId}`.execute(db)
  return found.rows[0]
}

export interface RecallRow {
  /** The question has the tables of a quiz, and this is the id of the quiz. */
  id: number
  version: number
  resourceId: number
  /** The question has the title of its video. */
  title: string
}

/** Returns the questions after these videos. */
export async function recallsOf(db: Db, resourceIds: readonly number[]): Promise<RecallRow[]> {
  const found = await sql<RecallRow>`
    SELECT a.id, a.version, v.id AS "resourceId", v.title
      FROM video_items v JOIN assessments a ON a.resource_id = v.id AND a.is_recall
     WHERE v.id = ANY (${[...resourceIds]}::bigint[]) ORDER BY v.id`.execute(db)
  return found.rows
}

/** Returns those of these copied videos that lack the question of their original; `id` and `version` are those of the original. */
export async function recallsToCopy(db: Db, copyIds: readonly number[]): Promise<RecallRow[]> {
  const found = await sql<RecallRow>`
    SELECT a.id, a.version, v.id AS "resourceId", v.title
      FROM video_items v JOIN assessments a ON a.resource_id = v.copied_from AND a.is_recall
     WHERE v.id = ANY (${[...copyIds]}::bigint[])
       AND NOT EXISTS (SELECT FROM assessments own WHERE own.resource_id = v.id)
     ORDER BY v.id`.execute(db)
  return found.rows
}
