/** Reads the scores of the learners of a course. Reads views of other features and writes nothing. */
import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import type { GradebookColumn, GradebookRow, GradebookSort } from '@apogee/contracts/roster/gradebook.ts'
import { sql, type RawBuilder } from 'kysely'
import { matchesPattern, sortForm } from '#server/platform/search-pattern.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit } from '#server/platform/pages.ts'
import { cutMatching, type PageOfLearners } from './page-of-learners.ts'

export interface GradebookPage extends PageOfLearners<GradebookSort> {
  /** The resource by whose scores the page is sorted. Null unless it is sorted by `score`. */
  item: number | null
  /** A pattern that `searchPattern` returned. Null means no search. */
  pattern: string | null
}

export interface GradebookLearner {
  /** The id of the enrolment. */
  id: number
  key: string
  total: number
  userId: number
  name: string | null
  email: string
  avatarUrl: string | null
  scores: GradebookRow['scores']
}

/** Selects items that may have scores. */
const items = (courseId: number) => sql`
  SELECT r.id, coalesce(q.is_assignment, false) AS is_assignment
    FROM published_resources r LEFT JOIN quiz_items q ON q.id = r.id
   WHERE r.course_id = ${courseId} AND r.file_type IN ('quiz', 'other')`

/** Selects each learner's score in one item, which must belong to the course. */
const scoresIn = (courseId: number, item: number) => sql`
  SELECT t.user_id, max(t.percentage) AS score
    FROM published_resources r JOIN learner_attempts t ON t.resource_id = r.id
   WHERE r.id = ${item} AND r.course_id = ${courseId} AND t.percentage IS NOT NULL GROUP BY t.user_id
  UNION ALL
  SELECT s.user_id, round(avg(s.percentage))::int
    FROM published_resources r JOIN package_scores s ON s.resource_id = r.id
   WHERE r.id = ${item} AND r.course_id = ${courseId} GROUP BY s.user_id`

const sortKeys: Record<GradebookSort, RawBuilder<unknown>> = {
  name: sortForm(sql`coalesce(nullif(u.name, ''), u.email::text)`),
  // Whole microseconds, because the time in a cursor must not be rounded.
  since: sql`(extract(epoch FROM e.granted_at) * 1000000)::int8`,
  score: sql`coalesce(chosen.score, -1)::int8`,
}

function matching(courseId: number, { sort, item, pattern }: GradebookPage): RawBuilder<unknown> {
  const isFound =
    pattern === null
      ? sql`true`
      : sql`(${matchesPattern(sql`u.name`, pattern)} OR u.email::text ILIKE ${pattern})`
  const chosen =
    sort === 'score' && item !== null
      ? scoresIn(courseId, item)
      : sql`SELECT NULL::bigint AS user_id, NULL::int AS score WHERE false`
  return sql`
    chosen AS MATERIALIZED (${chosen}),
    matching AS MATERIALIZED (
      SELECT e.id, e.user_id, ${sortKeys[sort]} AS key
        FROM active_enrolments e
        JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
        LEFT JOIN chosen ON chosen.user_id = e.user_id
       WHERE e.course_id = ${courseId} AND ${isFound})`
}

/** The scores are read only for the learners of the page. */
const scores = sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object('resourceId', cell.resource_id, 'percentage', cell.percentage,
                                                'attempts', cell.attempts, 'waiting', cell.waiting)
                             || CASE WHEN cell.is_assignment THEN '{"isAssignment": true}'::jsonb ELSE '{}' END), '[]')
     FROM (SELECT t.resource_id, i.is_assignment, max(t.percentage) AS percentage, count(*) AS attempts,
                  max(t.id) FILTER (WHERE t.waiting_since IS NOT NULL AND t.graded_at IS NULL) AS waiting
             FROM items i JOIN learner_attempts t ON t.resource_id = i.id AND t.user_id = e.user_id
            GROUP BY t.resource_id, i.is_assignment
           UNION ALL
           SELECT s.resource_id, false, round(avg(s.percentage))::int, 0, NULL
             FROM items i JOIN package_scores s ON s.resource_id = i.id AND s.user_id = e.user_id
            GROUP BY s.resource_id) cell)`

/** Returns one page and the number of all matches in one statement. One extra row shows that another page exists. */
export function gradebookStatement(courseId: number, page: GradebookPage) {
  const direction = page.descending ? sql`DESC` : sql`ASC`
  return sql<GradebookLearner>`
    WITH ${matching(courseId, page)}, page AS (${cutMatching(page)}), items AS MATERIALIZED (${items(courseId)})
    SELECT e.id, e.key::text AS key, (SELECT count(*) FROM (SELECT FROM matching ${countLimit}) counted) AS total,
           e.user_id AS "userId", u.name, u.email::text AS email, u.avatar_url AS "avatarUrl", ${scores} AS scores
      FROM page e JOIN user_cards u ON u.id = e.user_id
     ORDER BY e.key ${direction}, e.id ${direction}`
}

export async function gradebookOf(
  db: Db,
  courseId: number,
  page: GradebookPage,
): Promise<GradebookLearner[]> {
  return (await gradebookStatement(courseId, page).execute(db)).rows
}

/**
 * Reads the best results in quizzes from `attempts_best_idx` alone. The first result of a learner in this index is the best one.
 */
const quizFigures = sql`
  SELECT q.resource_id, best.total, best.learners, hand_ins.waiting
    FROM items i JOIN quiz_numbers q ON q.resource_id = i.id
   CROSS JOIN LATERAL (
     SELECT sum(CASE WHEN NOT i.is_assignment THEN b.score WHEN b.score >= ${passedPercentage}::int THEN 100 ELSE 0 END) AS total,
            count(b.score) AS learners
       FROM (SELECT DISTINCT ON (t.user_id) t.user_id, t.percentage AS score FROM quiz_attempts t
              WHERE t.assessment_id = q.id ORDER BY t.user_id, t.percentage DESC NULLS LAST) b
       JOIN learner l ON l.user_id = b.user_id) best
   CROSS JOIN LATERAL (
     SELECT count(*) AS waiting FROM quiz_attempts t JOIN learner l ON l.user_id = t.user_id
      WHERE t.assessment_id = q.id AND t.waiting_since IS NOT NULL AND t.graded_at IS NULL) hand_ins`

const packageFigures = sql`
  SELECT mean.resource_id, sum(mean.score), count(*), 0
    FROM (SELECT s.resource_id, s.user_id, avg(s.percentage) AS score
            FROM items i JOIN package_scores s ON s.resource_id = i.id GROUP BY s.resource_id, s.user_id) mean
    JOIN learner l ON l.user_id = mean.user_id GROUP BY mean.resource_id`

/**
 * Returns the columns in the order of the course. A package without a score has no column. The learners come from an array, so that
 * the planner expects few of them: it builds one hash table of learners and looks up each item's results in it, instead of building
 * a hash table of each item's results.
 */
export function columnsStatement(courseId: number) {
  return sql<GradebookColumn>`
    WITH learner AS MATERIALIZED (
      SELECT unnest(ARRAY(
        SELECT e.user_id FROM active_enrolments e JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
         WHERE e.course_id = ${courseId})) AS user_id),
    items AS MATERIALIZED (${items(courseId)}),
    figures AS (
      SELECT resource_id, round(sum(total) / nullif(sum(learners), 0))::int AS average, sum(learners)::int AS learners,
             sum(waiting)::int AS waiting
        FROM (${quizFigures} UNION ALL ${packageFigures}) part GROUP BY resource_id)
    SELECT r.id AS "resourceId", r.title,
           CASE WHEN i.is_assignment THEN 'assignment' WHEN r.file_type = 'quiz' THEN 'quiz' ELSE 'package' END AS kind,
           r.pass_percentage AS "passPercentage", f.average, coalesce(f.learners, 0) AS learners,
           coalesce(f.waiting, 0) AS waiting
      FROM published_resources r JOIN items i ON i.id = r.id LEFT JOIN figures f ON f.resource_id = r.id
     WHERE r.course_id = ${courseId} AND (r.file_type = 'quiz' OR r.file_type = 'other' AND f.learners > 0)
     ORDER BY r.module_sort_order, r.content_id, r.sort_order, r.id`
}

export async function columnsOf(db: Db, courseId: number): Promise<GradebookColumn[]> {
  return (await columnsStatement(courseId).execute(db)).rows
}
