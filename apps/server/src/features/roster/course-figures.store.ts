/** Funnel and drop-off of one course. Read-only: views of other features. */
import type { FileType } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

/** Enrolled within both days, which are included. */
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
 * Who is counted: people with access, by the day of their enrolment, each with the number of completed lessons. PostgreSQL takes a course for
 * a small one and would compare all learners with all progress, so the progress of each is looked up: LATERAL with OFFSET 0.
 */
const cohort = ({ courseId, from, to }: EnrolledWithin) => sql`
  lesson AS MATERIALIZED (SELECT array_agg(id) AS ids, count(*) AS lessons FROM lessons WHERE course_id = ${courseId}),
  cohort AS MATERIALIZED (
    SELECT e.user_id, e.granted_at, e.last_accessed_at, done.lessons AS done, lesson.lessons
      FROM lesson CROSS JOIN active_enrolments e
     CROSS JOIN LATERAL (
       SELECT count(*) AS lessons FROM learner_progress p
        WHERE p.user_id = e.user_id AND p.resource_id = ANY(lesson.ids) AND p.completed_at IS NOT NULL OFFSET 0) done
     WHERE e.course_id = ${courseId} AND e.granted_at BETWEEN ${from} AND ${to})`

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
           (SELECT count(*) FROM cohort c CROSS JOIN LATERAL (
              SELECT FROM certificate_cards k
               WHERE k.user_id = c.user_id AND k.course_id = ${within.courseId} AND k.revoked_at IS NULL
                 AND k.withdrawn_at IS NULL LIMIT 1) certified) AS certificate
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

/** Published items in the order of the course. Who has not studied since `inactiveBefore` stopped at their last lesson. */
export async function readLessons(
  db: Db,
  within: EnrolledWithin & { inactiveBefore: Date },
): Promise<LessonRow[]> {
  const found = await sql<LessonRow>`
    WITH ${cohort(within)},
    item AS MATERIALIZED (
      SELECT id, title, file_type, module_sort_order, content_id, sort_order FROM published_resources
       WHERE course_id = ${within.courseId}),
    step AS MATERIALIZED (
      SELECT c.user_id, greatest(c.granted_at, c.last_accessed_at) AS seen_at, c.lessons > 0 AND c.done >= c.lessons AS has_finished,
             p.resource_id, p.completed_at, p.updated_at
        FROM cohort c CROSS JOIN LATERAL (
          SELECT resource_id, completed_at, updated_at FROM learner_progress
           WHERE user_id = c.user_id AND resource_id = ANY(ARRAY(SELECT id FROM item)) OFFSET 0) p),
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

/** A published video of the course. */
export async function videoOf(db: Db, courseId: number, resourceId: number): Promise<VideoRow | undefined> {
  const found = await sql<VideoRow>`
    SELECT r.id AS "resourceId", r.content_id AS "courseContentId", r.title, v.seconds::float8 AS seconds
      FROM published_resources r JOIN published_videos v ON v.id = r.id
     WHERE r.id = ${resourceId} AND r.course_id = ${courseId}`.execute(db)
  return found.rows[0]
}

/** Where watched ranges begin and end, in whole seconds of the present file, and who watched any of it. */
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
