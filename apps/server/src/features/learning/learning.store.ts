import type { FileType } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { multirange, type ItemCounts, type ItemState } from './learning.rules.ts'

/** Whole seconds in a multirange. */
const secondsIn = sql`coalesce((SELECT sum(upper(part) - lower(part)) FROM unnest(p.watched) AS part), 0)::int4`

/** One statement for any number of courses; a course without published items has no row. */
export async function countItems(
  db: Db,
  userId: number,
  courseIds: readonly number[],
): Promise<(ItemCounts & { courseId: number })[]> {
  const found = await sql<ItemCounts & { courseId: number }>`
    SELECT cr.course_id AS "courseId", count(*) AS items, count(p.completed_at) AS "itemsCompleted",
           count(*) FILTER (WHERE cr.file_type = 'video') AS videos,
           count(p.completed_at) FILTER (WHERE cr.file_type = 'video') AS "videosCompleted"
      FROM published_resources cr
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.course_id = ANY(${[...courseIds]}::bigint[])
     GROUP BY cr.course_id`.execute(db)
  return found.rows
}

/** Length and watched seconds of the published videos with a known length, by course: one statement. */
export async function secondsWatched(
  db: Db,
  userId: number,
  courseIds: readonly number[],
): Promise<{ courseId: number; seconds: number; watchedSeconds: number }[]> {
  if (courseIds.length === 0) return []
  const found = await sql<{ courseId: number; seconds: number; watchedSeconds: number }>`
    SELECT cr.course_id AS "courseId", sum(m.seconds)::float8 AS seconds,
           sum(least(m.seconds, ${secondsIn}))::float8 AS "watchedSeconds"
      FROM published_resources cr
      JOIN media m ON m.id = cr.media_id AND m.seconds > 0
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.course_id = ANY(${[...courseIds]}::bigint[]) AND cr.file_type = 'video'
     GROUP BY cr.course_id`.execute(db)
  return found.rows
}

/** The same for many learners of one course: one statement. */
export async function countItemsOf(
  db: Db,
  courseId: number,
  userIds: readonly number[],
): Promise<(ItemCounts & { userId: number })[]> {
  const found = await sql<ItemCounts & { userId: number }>`
    SELECT learner.id AS "userId", count(*) AS items, count(p.completed_at) AS "itemsCompleted",
           count(*) FILTER (WHERE cr.file_type = 'video') AS videos,
           count(p.completed_at) FILTER (WHERE cr.file_type = 'video') AS "videosCompleted"
      FROM unnest(${[...userIds]}::bigint[]) AS learner (id)
      JOIN published_resources cr ON cr.course_id = ${courseId}
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = learner.id
     GROUP BY learner.id ORDER BY learner.id`.execute(db)
  return found.rows
}

export interface NextItem {
  id: number
  courseContentId: number
  title: string
}

/** The first item of each course that is open to this learner and not completed, in lesson order: one statement. */
export async function nextItems(
  db: Db,
  userId: number,
  courseIds: readonly number[],
): Promise<(NextItem & { courseId: number })[]> {
  const found = await sql<NextItem & { courseId: number }>`
    SELECT DISTINCT ON (cr.course_id)
           cr.course_id AS "courseId", cr.id, cr.content_id AS "courseContentId", cr.title
      FROM open_resources cr
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.user_id = ${userId} AND cr.course_id = ANY(${[...courseIds]}::bigint[]) AND p.completed_at IS NULL
     ORDER BY cr.course_id, cr.module_sort_order, cr.content_id, cr.sort_order, cr.id`.execute(db)
  return found.rows
}

/** The published items of one module with this learner's state. */
export async function itemsOfContent(db: Db, userId: number, contentId: number): Promise<ItemState[]> {
  const found = await sql<ItemState>`
    SELECT cr.id AS "resourceId", cr.file_type AS "fileType", p.completed_at IS NOT NULL AS "isCompleted",
           coalesce(p.watch_seconds, 0) AS "reportedSeconds", ${secondsIn} AS "watchedSeconds"
      FROM published_resources cr
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.content_id = ${contentId} ORDER BY cr.id`.execute(db)
  return found.rows
}

export interface ResourceProgressRow {
  resourceId: number
  completed: boolean
  watchTime: number
  position: number
}

const progressColumns = sql`
  p.resource_id AS "resourceId", p.completed_at IS NOT NULL AS completed,
  greatest(p.watch_seconds, ${secondsIn}) AS "watchTime", p.position_seconds AS position`

export async function progressInCourse(
  db: Db,
  userId: number,
  courseId: number,
): Promise<ResourceProgressRow[]> {
  const found = await sql<ResourceProgressRow>`
    SELECT ${progressColumns}
      FROM outline_resources cr
      JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.course_id = ${courseId}`.execute(db)
  return found.rows
}

export async function progressOfResource(
  db: Db,
  userId: number,
  resourceId: number,
): Promise<ResourceProgressRow | undefined> {
  const found = await sql<ResourceProgressRow>`
    SELECT ${progressColumns} FROM resource_progress p
     WHERE p.user_id = ${userId} AND p.resource_id = ${resourceId}`.execute(db)
  return found.rows[0]
}

/** A video's length in seconds; null when unknown, undefined when the item does not exist. */
export async function lengthOf(
  db: Db,
  resourceId: number,
): Promise<{ fileType: FileType; seconds: number | null } | undefined> {
  const found = await sql<{ fileType: FileType; seconds: number | null }>`
    SELECT cr.file_type AS "fileType", m.seconds FROM outline_resources cr LEFT JOIN media m ON m.id = cr.media_id
     WHERE cr.id = ${resourceId}`.execute(db)
  return found.rows[0]
}

/** Inserts the rows that the updates below change; existing ones stay unchanged. */
export async function ensureRows(tx: Tx, userId: number, resourceIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO resource_progress (user_id, resource_id)
    SELECT ${userId}, id FROM unnest(${[...resourceIds]}::bigint[]) AS given (id) ORDER BY id
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Returns the items whose state this call changed: of two concurrent calls, one returns each. */
export async function markCompleted(
  tx: Tx,
  userId: number,
  resourceIds: readonly number[],
  { completed, at }: { completed: boolean; at: Date },
): Promise<number[]> {
  const changed = await sql<{ id: number }>`
    UPDATE resource_progress SET completed_at = ${completed ? at : null}, updated_at = ${at}
     WHERE user_id = ${userId} AND resource_id = ANY(${[...resourceIds]}::bigint[])
       AND (completed_at IS NULL) = ${completed}
    RETURNING resource_id AS id`.execute(tx)
  return changed.rows.map(({ id }) => id)
}

export async function reportWatchTime(
  tx: Tx,
  userId: number,
  resourceIds: readonly number[],
  seconds: number,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE resource_progress SET watch_seconds = ${seconds}, updated_at = ${at}
     WHERE user_id = ${userId} AND resource_id = ANY(${[...resourceIds]}::bigint[])`.execute(tx)
}

export async function savePlaybackPosition(
  tx: Tx,
  userId: number,
  resourceId: number,
  place: { position: number | undefined; watched: readonly (readonly [number, number])[]; at: Date },
): Promise<void> {
  await sql`
    UPDATE resource_progress
       SET position_seconds = coalesce(${place.position ?? null}, position_seconds),
           watched = watched + ${multirange(place.watched)}::int4multirange, updated_at = ${place.at}
     WHERE user_id = ${userId} AND resource_id = ${resourceId}`.execute(tx)
}

export interface PastCompletion {
  userId: number
  resourceId: number
  /** Length of a video watched completely; null for other items. */
  seconds: number | null
  at: Date
}

/** Past completions in one statement, without events. */
export async function insertPastCompletions(tx: Tx, completions: readonly PastCompletion[]): Promise<void> {
  await sql`
    INSERT INTO resource_progress (user_id, resource_id, completed_at, updated_at, position_seconds, watched)
    SELECT "userId", "resourceId", at, at, coalesce(seconds, 0),
           CASE WHEN seconds > 0 THEN int4multirange(int4range(0, ceil(seconds)::int)) ELSE '{}'::int4multirange END
      FROM jsonb_to_recordset(${JSON.stringify(completions)}::jsonb)
        AS given ("userId" bigint, "resourceId" bigint, seconds double precision, at timestamptz)`.execute(tx)
}

export async function forgetProgress(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM resource_progress WHERE user_id = ${userId}`.execute(tx)
}
