/** Reads the learners of a course. Reads views of other features and writes nothing. */
import type { LearnerSource, LearnerState, RosterSort } from '@apogee/contracts/roster/roster-choices.ts'
import { sql, type RawBuilder } from 'kysely'
import { matchesPattern, sortForm } from '#server/platform/search-pattern.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit } from '#server/platform/pages.ts'
import { cutMatching, type PageOfLearners } from './page-of-learners.ts'

export interface RosterFilter {
  /** A pattern that `searchPattern` returned. Null means no search. */
  pattern: string | null
  source: LearnerSource | null
  /** Null means all people with access. */
  state: LearnerState | null
  cohort: number | 'none' | null
  /** Selects the inactive learners whose last published item is this one. */
  stoppedAt: number | null
  /** Learners without activity since this time count as inactive. */
  inactiveBefore: Date
}

export type RosterPage = PageOfLearners<RosterSort>

export interface LearnerRow {
  /** The id of the enrolment. */
  id: number
  userId: number
  name: string | null
  email: string
  avatarUrl: string | null
  source: LearnerSource
  since: Date
  removedAt: Date | null
  /** Null means no end. */
  accessEndsAt: Date | null
  cohort: { id: number; name: string } | null
  lastSeenAt: Date | null
  completedLessons: number
  totalLessons: number
  quizScore: number | null
  certificateId: string | null
}

const active = (courseId: number) => sql`
  SELECT id, user_id, source, granted_at, last_accessed_at, access_ends_at, NULL::timestamptz AS removed_at, cohort_id
    FROM active_enrolments WHERE course_id = ${courseId}`
const removed = (courseId: number) => sql`
  SELECT id, user_id, source, granted_at, last_accessed_at, NULL::timestamptz AS access_ends_at, removed_at, NULL::bigint AS cohort_id
    FROM removed_enrolments WHERE course_id = ${courseId}`

const hasSeat = (courseId: number) =>
  sql`EXISTS (SELECT FROM held_seats s WHERE s.user_id = e.user_id AND s.course_id = ${courseId})`

const bySource: Record<LearnerSource, (courseId: number) => RawBuilder<unknown>> = {
  order: () => sql`e.source = 'purchase'`,
  free: () => sql`e.source = 'free'`,
  'invite-link': () => sql`e.source = 'invitation'`,
  email: (courseId) => sql`e.source = 'granted' AND NOT ${hasSeat(courseId)}`,
  invoice: (courseId) => sql`e.source = 'granted' AND ${hasSeat(courseId)}`,
}

const sourceOf = (courseId: number) => sql`
  CASE e.source WHEN 'purchase' THEN 'order' WHEN 'free' THEN 'free' WHEN 'invitation' THEN 'invite-link'
    ELSE CASE WHEN ${hasSeat(courseId)} THEN 'invoice' ELSE 'email' END END`

/** The SQL form of `hasAllLessons`. `done` has the number of completed lessons of one learner. */
const isFinished = sql`(size.lessons > 0 AND coalesce(done.lessons, 0) >= size.lessons)`

function byState({ state, inactiveBefore }: RosterFilter): RawBuilder<unknown> {
  if (state === 'not-started') return sql`e.last_accessed_at IS NULL AND NOT ${isFinished}`
  if (state === 'in-progress') return sql`e.last_accessed_at IS NOT NULL AND NOT ${isFinished}`
  if (state === 'completed') return isFinished
  if (state === 'inactive')
    return sql`NOT ${isFinished} AND greatest(e.granted_at, e.last_accessed_at) < ${inactiveBefore}`
  return sql`true`
}

/** Converts a time to whole microseconds, because the time in a cursor must not be rounded. */
const microseconds = (at: RawBuilder<unknown>) => sql`(extract(epoch FROM ${at}) * 1000000)::int8`

const sortKeys: Record<RosterSort, RawBuilder<unknown>> = {
  since: microseconds(sql`e.granted_at`),
  name: sortForm(sql`coalesce(nullif(u.name, ''), u.email::text)`),
  'last-seen': sql`coalesce(${microseconds(sql`e.last_accessed_at`)}, 0)`,
  progress: sql`coalesce(done.lessons, 0)::int8`,
  score: sql`coalesce(best.score, -1)::int8`,
}

const lessonIds = (courseId: number) => sql`ARRAY(SELECT id FROM lessons WHERE course_id = ${courseId})`

/** Counts the completed lessons of all learners at once. It is used only by a filter or an order that depends on these numbers. */
const doneByAll = (courseId: number) => sql`
  SELECT user_id, count(*) AS lessons FROM learner_progress
   WHERE resource_id = ANY(${lessonIds(courseId)}) AND completed_at IS NOT NULL GROUP BY user_id`
const scoresOfAll = (courseId: number) => sql`
  SELECT user_id, round(avg(percentage))::int AS score FROM (
    SELECT t.user_id, t.assessment_id, max(t.percentage) AS percentage
      FROM outline_resources r JOIN learner_attempts t ON t.resource_id = r.id
      JOIN quiz_items q ON q.id = r.id AND NOT q.is_assignment
     WHERE r.course_id = ${courseId} AND t.percentage IS NOT NULL GROUP BY t.user_id, t.assessment_id) best
   GROUP BY user_id`

const nothing = sql`SELECT NULL::bigint AS user_id, NULL::bigint AS lessons, NULL::int AS score WHERE false`

function byCohort({ cohort }: RosterFilter): RawBuilder<unknown> {
  if (cohort === null) return sql`true`
  return cohort === 'none' ? sql`e.cohort_id IS NULL` : sql`e.cohort_id = ${cohort}`
}

/** The same people as `stopped` in `readLessons` of the course figures: inactive, unfinished, and last active in this item. */
function byLastItem(courseId: number, { stoppedAt, inactiveBefore }: RosterFilter): RawBuilder<unknown> {
  if (stoppedAt === null) return sql`true`
  return sql`(NOT ${isFinished} AND greatest(e.granted_at, e.last_accessed_at) < ${inactiveBefore} AND ${stoppedAt} = (
    SELECT p.resource_id FROM learner_progress p
     WHERE p.user_id = e.user_id
       AND p.resource_id = ANY(ARRAY(SELECT id FROM published_resources WHERE course_id = ${courseId}))
     ORDER BY p.updated_at DESC, p.resource_id DESC LIMIT 1))`
}

function matching(courseId: number, filter: RosterFilter, sort: RosterSort): RawBuilder<unknown> {
  const { pattern, source, state, stoppedAt } = filter
  const needsProgress = sort === 'progress' || (state !== null && state !== 'removed') || stoppedAt !== null
  const isFound =
    pattern === null
      ? sql`true`
      : sql`(${matchesPattern(sql`u.name`, pattern)} OR u.email::text ILIKE ${pattern})`
  return sql`
    size AS MATERIALIZED (SELECT count(*) AS lessons FROM lessons WHERE course_id = ${courseId}),
    done AS MATERIALIZED (${needsProgress ? doneByAll(courseId) : nothing}),
    best AS MATERIALIZED (${sort === 'score' ? scoresOfAll(courseId) : nothing}),
    matching AS MATERIALIZED (
      SELECT e.*, ${sortKeys[sort]} AS key
        FROM (${state === 'removed' ? removed(courseId) : active(courseId)}) e
       CROSS JOIN size
        JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
        LEFT JOIN done ON done.user_id = e.user_id
        LEFT JOIN best ON best.user_id = e.user_id
       WHERE ${isFound} AND ${source === null ? sql`true` : bySource[source](courseId)} AND ${byState(filter)} AND ${byCohort(filter)}
         AND ${byLastItem(courseId, filter)})`
}

/** The columns are computed for the page's rows only. */
const columns = (courseId: number) => sql`
  e.id, e.user_id AS "userId", u.name, u.email::text AS email, u.avatar_url AS "avatarUrl", ${sourceOf(courseId)} AS source,
  e.granted_at AS since, e.removed_at AS "removedAt", e.access_ends_at AS "accessEndsAt", e.last_accessed_at AS "lastSeenAt",
  (SELECT json_build_object('id', k.id, 'name', k.name) FROM course_cohorts k WHERE k.id = e.cohort_id) AS cohort,
  (SELECT count(*)::int FROM learner_progress p
    WHERE p.user_id = e.user_id AND p.resource_id = ANY(${lessonIds(courseId)}) AND p.completed_at IS NOT NULL) AS "completedLessons",
  (SELECT lessons::int FROM size) AS "totalLessons",
  (SELECT round(avg(percentage))::int FROM (
     SELECT max(t.percentage) AS percentage FROM outline_resources r
       JOIN learner_attempts t ON t.resource_id = r.id AND t.user_id = e.user_id
       JOIN quiz_items q ON q.id = r.id AND NOT q.is_assignment
      WHERE r.course_id = ${courseId} AND t.percentage IS NOT NULL GROUP BY t.assessment_id) best) AS "quizScore",
  (SELECT c.public_id FROM certificate_cards c
    WHERE c.user_id = e.user_id AND c.course_id = ${courseId} AND c.revoked_at IS NULL AND c.withdrawn_at IS NULL) AS "certificateId"`

/** Returns one page and the number of all matches in one statement. One extra row shows that another page exists. */
export function rosterStatement(courseId: number, filter: RosterFilter, page: RosterPage) {
  return sql<LearnerRow & { key: string; total: number }>`
    WITH ${matching(courseId, filter, page.sort)}, page AS (${cutMatching(page)})
    SELECT ${columns(courseId)}, e.key::text AS key, (SELECT count(*) FROM (SELECT FROM matching ${countLimit}) counted) AS total
      FROM page e JOIN user_cards u ON u.id = e.user_id
     ORDER BY e.key ${page.descending ? sql`DESC` : sql`ASC`}, e.id ${page.descending ? sql`DESC` : sql`ASC`}`
}

export async function rosterOf(
  db: Db,
  courseId: number,
  filter: RosterFilter,
  page: RosterPage,
): Promise<(LearnerRow & { key: string; total: number })[]> {
  return (await rosterStatement(courseId, filter, page).execute(db)).rows
}

/** Returns a learner who has access or whose access was removed. Undefined for any other person. */
export async function learnerOf(db: Db, courseId: number, userId: number): Promise<LearnerRow | undefined> {
  const found = await sql<LearnerRow>`
    WITH size AS (SELECT count(*) AS lessons FROM lessons WHERE course_id = ${courseId})
    SELECT ${columns(courseId)}
      FROM (${active(courseId)} AND user_id = ${userId} UNION ALL ${removed(courseId)} AND user_id = ${userId}) e
      JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL`.execute(db)
  return found.rows[0]
}
