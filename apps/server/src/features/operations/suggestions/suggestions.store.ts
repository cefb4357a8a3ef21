/** Reads the facts behind suggestions. Reads tables of other features and writes nothing. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { InsightScope } from '../insights/insights.rules.ts'
import { coursesOf } from '../insights/insights.store.ts'

export interface CourseName {
  courseId: number
  courseTitle: string
}

const name = sql`c.id AS "courseId", c.title AS "courseTitle"`
const published = (scope: InsightScope) => sql`
  SELECT c.* FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id WHERE ${coursesOf(scope)} AND c.is_published`

/** Returns the published courses with the most learners. */
export async function busiestCourses(db: Db, scope: InsightScope, most: number): Promise<CourseName[]> {
  const found = await sql<CourseName>`
    SELECT ${name} FROM (${published(scope)}) c
     WHERE c.student_count > 0 ORDER BY c.student_count DESC, c.id LIMIT ${most}`.execute(db)
  return found.rows
}

export interface CourseVisits extends CourseName {
  isPaid: boolean
  ratingTenths: number
  createdAt: Date
  visitors: number
  carts: number
  orders: number
  /** True if anybody joined within the days, in any way. */
  hasNewLearner: boolean
}

/**
 * Returns the published courses with their sums since the day `from`. Changes of the last minutes that the sums do not contain yet
 * are omitted. The courses with the most visitors or the best rating are first, at most `most`.
 */
export async function visitsOfCourses(
  db: Db,
  scope: InsightScope,
  { from, since, most }: { from: string; since: Date; most: number },
): Promise<CourseVisits[]> {
  const found = await sql<CourseVisits>`
    WITH course AS MATERIALIZED (
      SELECT * FROM (${published(scope)}) c ORDER BY c.student_count DESC, c.rating_tenths DESC, c.id LIMIT ${most})
    SELECT ${name}, c.price_cents > 0 AS "isPaid", c.rating_tenths::int AS "ratingTenths", c.created_at AS "createdAt",
           coalesce(sum(f.visitors), 0)::int AS visitors, coalesce(sum(f.carts), 0)::int AS carts,
           coalesce(sum(f.orders), 0)::int AS orders,
           EXISTS (SELECT FROM active_enrolments e WHERE e.course_id = c.id AND e.granted_at >= ${since}) AS "hasNewLearner"
      FROM course c LEFT JOIN LATERAL (
        SELECT visitors, carts, orders FROM source_figures f
         WHERE f.kind = 'course' AND f.subject_id = c.id AND f.day >= ${from}::date OFFSET 0) f ON true
     GROUP BY c.id, c.title, c.price_cents, c.rating_tenths, c.created_at ORDER BY c.id`.execute(db)
  return found.rows
}
