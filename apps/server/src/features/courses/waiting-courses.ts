import { sql, type RawBuilder } from 'kysely'
import { waitingRows } from '#server/policy/waiting-rows.ts'

type Sql = RawBuilder<unknown>

/** A draft waits once nobody has changed its course for this many days. */
const draftsAfterDays = 7

/** Selects courses that are on sale and show learners no lesson. `courses` selects the ids of the courses. */
export const waitingLessons = (courses: Sql): Sql =>
  waitingRows(
    { ref: sql`c.id`, since: sql`c.created_at`, title: sql`c.title`, course: sql`c.id` },
    sql`courses c
     WHERE c.id IN (${courses}) AND c.archived_at IS NULL AND NOT c.is_draft
       AND NOT EXISTS (SELECT FROM published_resources r WHERE r.course_id = c.id)`,
    sql`c.id`,
  )

/** Selects draft courses, and unpublished lessons of other courses, that nobody has changed for a week. */
export const waitingDrafts = (courses: Sql, now: Date): Sql => {
  const before = sql`${now}::timestamptz - make_interval(days => ${sql.lit(draftsAfterDays)})`
  const touched = sql`greatest(c.updated_at, c.contents_changed_at)`
  return waitingRows(
    {
      ref: sql`d.ref`,
      since: sql`d.since`,
      title: sql`d.title`,
      place: sql`d.place`,
      course: sql`d.course_id`,
      topic: sql`d.topic`,
    },
    sql`(SELECT 'c' || c.id AS ref, ${touched} AS since, c.title, NULL AS place, c.id AS course_id, 'course' AS topic
           FROM courses c
          WHERE c.id IN (${courses}) AND c.is_draft AND c.archived_at IS NULL AND ${touched} < ${before}
         UNION ALL
         SELECT 'l' || r.id, r.created_at, r.title, c.title, c.id, 'lesson'
           FROM courses c JOIN course_contents m ON m.course_id = c.id
           JOIN course_resources r ON r.content_id = m.id
          WHERE c.id IN (${courses}) AND NOT c.is_draft AND c.archived_at IS NULL AND NOT r.is_published
            AND r.removed_at IS NULL AND r.created_at < ${before} AND ${touched} < ${before}) d`,
    sql`d.since, d.ref`,
  )
}
