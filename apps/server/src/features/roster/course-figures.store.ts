/** Reads at which lessons and seconds the learners of a course stop. Reads views of other features and writes nothing. */
import type { FileType } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

/** Selects people by the time of their enrolment. Both ends are inclusive. */
export interface EnrolledWithin {
  courseId: number
  from: Date
  to: Date
}

export interface FunnelRow {
  enrolled: number
  started: number
  quarter: number
  half: number
  threeQuarters: number
  finished: number
  certificate: number
}

/**
 * Selects people with access who enrolled within this time, with the number of their completed lessons. Enrolments and progress are
 * read once each and grouped together. PostgreSQL underestimates the size of a course, and would join by comparing each learner
 * with all progress.
 */
const cohort = ({ courseId, from, to }: EnrolledWithin) => sql`
  cohort AS MATERIALIZED (
    SELECT user_id, max(granted_at) AS granted_at, max(last_accessed_at) AS last_accessed_at, count(resource_id) AS done,
           (SELECT count(*) FROM lessons WHERE course_id = ${courseId}) AS lessons
      FROM (SELECT user_id, granted_at, last_accessed_at, NULL::bigint AS resource_id FROM active_enrolments
             WHERE course_id = ${courseId} AND granted_at BETWEEN ${from} AND ${to}
            UNION ALL
            SELECT user_id, NULL, NULL, resource_id FROM learner_progress
             WHERE resource_id = ANY(ARRAY(SELECT id FROM lessons WHERE course_id = ${courseId})) AND completed_at IS NOT NULL) part
     GROUP BY user_id HAVING max(granted_at) IS NOT NULL)`

export async function readFunnel(db: Db, within: EnrolledWithin): Promise<FunnelRow> {
  const found = await sql<FunnelRow>`
    WITH ${cohort(within)},
    reached AS (
      SELECT user_id, last_accessed_at IS NOT NULL OR done > 0 AS started, lessons > 0 AS counts, done * 100 AS done, lessons
        FROM cohort)
    SELECT count(*) AS enrolled, count(*) FILTER (WHERE started) AS started,
           count(*) FILTER (WHERE counts AND done >= 25 * lessons) AS quarter,
           count(*) FILTER (WHERE counts AND done >= 50 * lessons) AS half,
           count(*) FILTER (WHERE counts AND done >= 75 * lessons) AS "threeQuarters",
           count(*) FILTER (WHERE counts AND done >= 100 * lessons) AS finished,
           (SELECT count(*) FROM (
              SELECT user_id FROM cohort INTERSECT
              SELECT user_id FROM certificate_cards
               WHERE course_id = ${within.courseId} AND revoked_at IS NULL AND withdrawn_at IS NULL) certified) AS certificate
      FROM reached`.execute(db)
  return onlyRow(found)
}

export interface LessonRow {
  id: number
  title: string
  fileType: FileType
  opened: number
  completed: number
  stopped: number
}

/**
 * Returns published items in the order of the course. A person without activity since `inactiveBefore` counts as stopped at the
 * lesson that they used last.
 */
export async function readLessons(
  db: Db,
  within: EnrolledWithin & { inactiveBefore: Date },
): Promise<LessonRow[]> {
  const found = await sql<LessonRow>`
    WITH ${cohort(within)},
    item AS MATERIALIZED (
      SELECT id, title, file_type, module_sort_order, content_id, sort_order FROM published_resources
       WHERE course_id = ${within.courseId}),
    part AS (
      SELECT user_id, greatest(granted_at, last_accessed_at) AS seen_at, lessons > 0 AND done >= lessons AS has_finished,
             NULL::bigint AS resource_id, NULL::timestamptz AS completed_at, NULL::timestamptz AS updated_at
        FROM cohort
      UNION ALL
      SELECT user_id, NULL, NULL, resource_id, completed_at, updated_at FROM learner_progress
       WHERE resource_id = ANY(ARRAY(SELECT id FROM item))),
    step AS MATERIALIZED (
      SELECT user_id, resource_id, completed_at, updated_at, seen_at, has_finished
        FROM (SELECT user_id, resource_id, completed_at, updated_at, max(seen_at) OVER person AS seen_at,
                     bool_or(has_finished) OVER person AS has_finished
                FROM part WINDOW person AS (PARTITION BY user_id)) counted
       WHERE resource_id IS NOT NULL AND seen_at IS NOT NULL),
    seen AS (
      SELECT resource_id, count(*) AS opened, count(completed_at) AS completed FROM step GROUP BY resource_id),
    last AS (
      SELECT DISTINCT ON (user_id) resource_id FROM step
       WHERE seen_at < ${within.inactiveBefore} AND NOT has_finished
       ORDER BY user_id, updated_at DESC, resource_id DESC),
    stop AS (SELECT resource_id, count(*) AS stopped FROM last GROUP BY resource_id)
    SELECT i.id, i.title, i.file_type AS "fileType", coalesce(seen.opened, 0) AS opened,
           coalesce(seen.completed, 0) AS completed, coalesce(stop.stopped, 0) AS stopped
      FROM item i LEFT JOIN seen ON seen.resource_id = i.id LEFT JOIN stop ON stop.resource_id = i.id
     ORDER BY i.module_sort_order, i.content_id, i.sort_order, i.id`.execute(db)
  return found.rows
}

export interface VideoRow {
  resourceId: number
  courseContentId: number
  title: string
  seconds: number | null
}

export async function videoOf(db: Db, courseId: number, resourceId: number): Promise<VideoRow | undefined> {
  const found = await sql<VideoRow>`
    SELECT r.id AS "resourceId", r.content_id AS "courseContentId", r.title, v.seconds::float8 AS seconds
      FROM published_resources r JOIN published_videos v ON v.id = r.id
     WHERE r.id = ${resourceId} AND r.course_id = ${courseId}`.execute(db)
  return found.rows[0]
}

/**
 * Returns the whole seconds at which watched ranges of the present file begin and end, and the number of people who have watched
 * any part.
 */
export async function readWatching(
  db: Db,
  within: EnrolledWithin,
  { resourceId, seconds }: { resourceId: number; seconds: number },
): Promise<{ viewers: number; edges: { second: number; change: number }[] }> {
  const found = await sql<{ second: number | null; change: number }>`
    WITH watching AS MATERIALIZED (
      SELECT p.watched * int4multirange(int4range(0, ${Math.ceil(seconds)})) AS watched
        FROM learner_progress p JOIN active_enrolments e ON e.user_id = p.user_id AND e.course_id = ${within.courseId}
       WHERE p.resource_id = ${resourceId} AND e.granted_at BETWEEN ${within.from} AND ${within.to}),
    part AS MATERIALIZED (SELECT unnest(watched) AS range FROM watching)
    SELECT NULL::int4 AS second, count(*) AS change FROM watching WHERE NOT isempty(watched)
    UNION ALL
    SELECT second, sum(change) AS change
      FROM (SELECT lower(range) AS second, 1 AS change FROM part
            UNION ALL SELECT upper(range), -1 FROM part) edge
     GROUP BY second`.execute(db)
  const edges = found.rows.flatMap(({ second, change }) => (second === null ? [] : [{ second, change }]))
  return { viewers: found.rows.find(({ second }) => second === null)?.change ?? 0, edges }
}
