import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { SegmentFacts } from './streams.rules.ts'
import type { Storyboard } from '#server/adapters/video/port.ts'

export type StreamProblem =
  | 'no_ffmpeg'
  | 'no_picture'
  | 'too_large'
  | 'unreadable'
  | 'too_slow'
  | 'interrupted'
  | 'no_space'

/** Begins a stream, or restarts a failed or impossible one. Returns false when the stream is waiting, in progress or ready. */
export async function requestStream(db: Db, mediaId: number, at: Date): Promise<boolean> {
  const found = await sql<{ mediaId: number }>`
    INSERT INTO media_streams AS s (media_id, state, changed_at)
    SELECT id, 'waiting', ${at} FROM media WHERE id = ${mediaId}
        ON CONFLICT (media_id) DO UPDATE SET state = 'waiting', percent = 0, problem = NULL, changed_at = ${at}
     WHERE s.state IN ('failed', 'impossible')
    RETURNING media_id AS "mediaId"`.execute(db)
  return found.rows.length > 0
}

/** Returns false when the stream is ready, or when its video is deleted. */
export async function beginMaking(db: Db, mediaId: number, at: Date): Promise<boolean> {
  const found = await sql<{ mediaId: number }>`
    UPDATE media_streams SET state = 'making', changed_at = ${at}, problem = NULL
     WHERE media_id = ${mediaId} AND state IN ('waiting', 'making')
    RETURNING media_id AS "mediaId"`.execute(db)
  return found.rows.length > 0
}

/** Returns false when the video was deleted meanwhile. */
export async function savePercent(db: Db, mediaId: number, percent: number, at: Date): Promise<boolean> {
  const found = await sql<{ mediaId: number }>`
    UPDATE media_streams SET percent = ${percent}, changed_at = ${at}
     WHERE media_id = ${mediaId} AND state = 'making'
    RETURNING media_id AS "mediaId"`.execute(db)
  return found.rows.length > 0
}

export async function endMaking(
  db: Db,
  mediaId: number,
  end: { state: 'ready' | 'failed' | 'impossible'; problem: StreamProblem | null },
  at: Date,
): Promise<void> {
  await sql`
    UPDATE media_streams SET state = ${end.state}, problem = ${end.problem}, changed_at = ${at},
           percent = CASE WHEN ${end.state} = 'ready' THEN 100 ELSE percent END
     WHERE media_id = ${mediaId}`.execute(db)
}

/**
 * Marks at most `limit` streams as failed if no job will create them: their job ran out of attempts and is not running, or does not
 * exist. Returns the ids of their videos.
 */
export async function failAbandoned(
  db: Db,
  { task, before, at, limit }: { task: string; before: Date; at: Date; limit: number },
): Promise<number[]> {
  const failed = await sql<{ mediaId: number }>`
    UPDATE media_streams SET state = 'failed', problem = 'interrupted', changed_at = ${at}
     WHERE media_id IN (
       SELECT s.media_id FROM media_streams s
        WHERE s.state IN ('waiting', 'making') AND s.changed_at < ${before}
          AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j
                           WHERE j.key = ${task}::text || ':' || s.media_id AND (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL))
        ORDER BY s.media_id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING media_id AS "mediaId"`.execute(db)
  return failed.rows.map(({ mediaId }) => mediaId)
}

export interface StreamFileRow {
  name: string
  storageKey: string
  sizeBytes: number
  sha256: Buffer
}

export async function filesOf(db: Db, mediaId: number): Promise<StreamFileRow[]> {
  const found = await sql<StreamFileRow>`
    SELECT name, storage_key AS "storageKey", size_bytes AS "sizeBytes", sha256
      FROM media_stream_files WHERE media_id = ${mediaId}`.execute(db)
  return found.rows
}

/** Returns the files of ready streams only. */
export async function readyFilesOf(db: Db, mediaId: number): Promise<StreamFileRow[]> {
  const found = await sql<StreamFileRow>`
    SELECT f.name, f.storage_key AS "storageKey", f.size_bytes AS "sizeBytes", f.sha256
      FROM media_stream_files f JOIN media_streams s USING (media_id)
     WHERE f.media_id = ${mediaId} AND s.state = 'ready'`.execute(db)
  return found.rows
}

/** Returns the files with segments of a ready stream. A null `name` selects all its qualities and its sound. */
export async function segmentsOf(
  db: Db,
  mediaId: number,
  name: string | null,
): Promise<{ name: string; facts: SegmentFacts }[]> {
  const found = await sql<{ name: string; facts: SegmentFacts }>`
    SELECT f.name, f.facts FROM media_stream_files f JOIN media_streams s USING (media_id)
     WHERE f.media_id = ${mediaId} AND s.state = 'ready' AND f.name NOT IN ('poster', 'storyboard')
       AND (f.name = ${name} OR ${name}::text IS NULL)`.execute(db)
  return found.rows
}

/** Returns false when the file exists already, or when the video is deleted. */
export async function insertFile(
  db: Db,
  mediaId: number,
  file: StreamFileRow & { facts: SegmentFacts | Storyboard | null },
): Promise<boolean> {
  const inserted = await sql<{ mediaId: number }>`
    INSERT INTO media_stream_files (media_id, name, storage_key, size_bytes, sha256, facts)
    SELECT media_id, ${file.name}, ${file.storageKey}, ${file.sizeBytes}, ${file.sha256},
           ${file.facts === null ? null : JSON.stringify(file.facts)}::jsonb
      FROM media_streams WHERE media_id = ${mediaId}
        ON CONFLICT (media_id, name) DO NOTHING RETURNING media_id AS "mediaId"`.execute(db)
  return inserted.rows.length > 0
}
