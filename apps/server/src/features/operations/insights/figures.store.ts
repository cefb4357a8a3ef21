/**
 * Figures stored as sums, together with the changes that the sums do not contain yet: docs/decisions/figures.md. Triggers append
 * the changes. Each function is one statement, so that it sees sums and changes of the same moment.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

/** Selects the changes of `courses`. `lessons_changed` means that the course's sums of lessons and completions are invalid. */
export const changesOf = (courses: RawBuilder<unknown>) => sql`
  SELECT k.course_id, sum(k.enrolments)::int8 AS enrolments, sum(k.completed)::int8 AS completed, bool_or(k.lessons_changed) AS lessons_changed
    FROM figure_changes k WHERE k.course_id IN (${courses}) GROUP BY k.course_id`

/** Counts the lessons of course `id` from rows. The next query counts the completed lessons of all its active enrolments. */
const lessonsOf = (id: RawBuilder<unknown>) => sql`(SELECT count(*) FROM lessons l WHERE l.course_id = ${id})`
const completedOf = (id: RawBuilder<unknown>) => sql`
  (SELECT count(*) FROM lessons l JOIN resource_progress p ON p.resource_id = l.id AND p.completed_at IS NOT NULL
     JOIN active_enrolments e ON e.course_id = l.course_id AND e.user_id = p.user_id
    WHERE l.course_id = ${id})`

/**
 * Computes the current figures of each `course (id)` from its sums and its `change` (`changesOf`). The columns `was_…` contain the
 * sums alone.
 */
export const figuresNow = sql`
  SELECT course.id AS course_id, coalesce(f.enrolments, 0) + coalesce(change.enrolments, 0) AS enrolments,
         CASE WHEN change.lessons_changed THEN ${lessonsOf(sql`course.id`)} ELSE coalesce(f.lessons, 0) END AS lessons,
         CASE WHEN change.lessons_changed THEN ${completedOf(sql`course.id`)}
              ELSE coalesce(f.completed, 0) + coalesce(change.completed, 0) END AS completed,
         coalesce(f.enrolments, 0) AS was_enrolments, coalesce(f.lessons, 0) AS was_lessons, coalesce(f.completed, 0) AS was_completed
    FROM course LEFT JOIN course_figures f ON f.course_id = course.id LEFT JOIN change ON change.course_id = course.id`

/** Computes by how much these courses change the sums of the platform. */
const platformGrowth = (figures: RawBuilder<unknown>) => sql`
  SELECT coalesce(sum(n.enrolments - n.was_enrolments), 0)::int8 AS enrolments,
         coalesce(sum(n.enrolments * n.lessons - n.was_enrolments * n.was_lessons), 0)::int8 AS lessons,
         coalesce(sum(n.completed - n.was_completed), 0)::int8 AS completed
    FROM ${figures} n`

/** Returns whether account `id` has a settled order or an active free enrolment, and is not erased. */
const isBooked = (id: RawBuilder<unknown>) => sql`(
  EXISTS (SELECT FROM user_cards u WHERE u.id = ${id} AND u.erased_at IS NULL)
  AND (EXISTS (SELECT FROM orders o JOIN settled_lines l ON l.order_id = o.id WHERE o.buyer_id = ${id} AND l.status <> 'open')
       OR EXISTS (SELECT FROM active_enrolments e WHERE e.user_id = ${id} AND e.source = 'free')))`

/** Selects whether these people have a booking now (`is_booked`) and whether the sums count them (`was_booked`). */
const bookingsOf = (people: RawBuilder<unknown>) => sql`
  SELECT person.id, ${isBooked(sql`person.id`)} AS is_booked, b.user_id IS NOT NULL AS was_booked
    FROM (${people}) AS person (id) LEFT JOIN booked_people b ON b.user_id = person.id`

const changedCourses = sql`SELECT course_id FROM figure_changes WHERE course_id IS NOT NULL`

export interface PlatformFigures {
  accounts: number
  bookedPeople: number
  enrolments: number
  /** Counts the lessons of all active enrolments together. */
  lessons: number
  completed: number
  paidOrders: number
}

/** Returns undefined until the sums were built for the first time. */
export async function platformFigures(db: Db): Promise<PlatformFigures | undefined> {
  const found = await sql<PlatformFigures>`
    WITH change AS MATERIALIZED (${changesOf(changedCourses)}),
    course AS (SELECT course_id AS id FROM change),
    grown AS (${platformGrowth(sql`(${figuresNow})`)}),
    other AS (
      SELECT coalesce(sum(accounts), 0)::int8 AS accounts, coalesce(sum(paid_orders), 0)::int8 AS paid_orders FROM figure_changes),
    booked AS (
      SELECT coalesce(sum(is_booked::int - was_booked::int), 0)::int8 AS people
        FROM (${bookingsOf(sql`SELECT DISTINCT user_id FROM figure_changes WHERE user_id IS NOT NULL`)}) b)
    SELECT p.accounts + other.accounts AS accounts, p.booked_people + booked.people AS "bookedPeople",
           p.enrolments + grown.enrolments AS enrolments, p.lessons + grown.lessons AS lessons, p.completed + grown.completed AS completed,
           p.paid_orders + other.paid_orders AS "paidOrders"
      FROM platform_figures p, grown, other, booked WHERE p.built_at IS NOT NULL`.execute(db)
  return found.rows[0]
}

/** Locks the figures for one transaction, so that folding and recounting do not overlap. */
export async function lockFigures(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4702004)`.execute(tx)
}

const platformChange = (growth: RawBuilder<unknown>) => sql`
  enrolments = p.enrolments + ${growth}.enrolments, lessons = p.lessons + ${growth}.lessons, completed = p.completed + ${growth}.completed`

const storedCourse = sql`
  ON CONFLICT (course_id) DO UPDATE
    SET enrolments = excluded.enrolments, lessons = excluded.lessons, completed = excluded.completed
  WHERE (f.enrolments, f.lessons, f.completed) IS DISTINCT FROM (excluded.enrolments, excluded.lessons, excluded.completed)`

/**
 * Adds the oldest changes to the sums and returns the number of changes. If lessons of a course changed, all changes of the course
 * are taken and the course is counted from rows. Requires `lockFigures` in an earlier statement.
 */
export async function foldChanges(tx: Tx, most: number): Promise<number> {
  const found = await sql<{ taken: number }>`
    WITH chosen AS MATERIALIZED (
      SELECT id, course_id, lessons_changed FROM figure_changes ORDER BY id LIMIT ${most}),
    taken AS (
      DELETE FROM figure_changes WHERE id IN (SELECT id FROM chosen)
          OR course_id IN (SELECT course_id FROM chosen WHERE lessons_changed)
      RETURNING *),
    change AS MATERIALIZED (
      SELECT course_id, sum(enrolments)::int8 AS enrolments, sum(completed)::int8 AS completed, bool_or(lessons_changed) AS lessons_changed
        FROM taken WHERE course_id IS NOT NULL GROUP BY course_id),
    course AS (SELECT course_id AS id FROM change),
    now AS MATERIALIZED (${figuresNow}),
    courses_kept AS (
      INSERT INTO course_figures AS f (course_id, enrolments, lessons, completed)
      SELECT course_id, enrolments, lessons, completed FROM now ${storedCourse}),
    months_kept AS (
      INSERT INTO course_months AS m (course_id, month, enrolments)
      SELECT level.course_id, month, sum(enrolments)
        FROM taken, LATERAL (VALUES (taken.course_id), (0)) AS level (course_id)
       WHERE taken.course_id IS NOT NULL AND month IS NOT NULL GROUP BY 1, 2
      ON CONFLICT (course_id, month) DO UPDATE SET enrolments = m.enrolments + excluded.enrolments),
    people AS MATERIALIZED (${bookingsOf(sql`SELECT DISTINCT user_id FROM taken WHERE user_id IS NOT NULL`)}),
    gone AS (DELETE FROM booked_people WHERE user_id IN (SELECT id FROM people WHERE was_booked AND NOT is_booked)),
    booked AS (INSERT INTO booked_people SELECT id FROM people WHERE is_booked AND NOT was_booked),
    grown AS (${platformGrowth(sql`now`)}),
    other AS (
      SELECT count(*) AS changes, coalesce(sum(accounts), 0) AS accounts, coalesce(sum(paid_orders), 0) AS paid_orders FROM taken)
    UPDATE platform_figures p
       SET ${platformChange(sql`grown`)}, accounts = p.accounts + other.accounts,
           booked_people = p.booked_people + (SELECT coalesce(sum(is_booked::int - was_booked::int), 0) FROM people),
           paid_orders = p.paid_orders + other.paid_orders
      FROM grown, other
    RETURNING other.changes AS taken`.execute(tx)
  return onlyRow(found).taken
}

export interface Recounted {
  /** The last course or account of the batch. Null means that none follows `after`. */
  last: number | null
  /** The number of courses or accounts whose figures differed from their rows. */
  differing: number
}

/** Counts `course (id)` from rows: `place` has the enrolments by month, `lesson` the lessons, and `done` the completed lessons. */
const fromRows = sql`
  place AS MATERIALIZED (
    SELECT e.course_id, month_in_kuala_lumpur(e.granted_at) AS month, count(*) AS enrolments
      FROM course JOIN active_enrolments e ON e.course_id = course.id GROUP BY 1, 2),
  lesson AS MATERIALIZED (SELECT l.id, l.course_id FROM course JOIN lessons l ON l.course_id = course.id),
  done AS (
    SELECT l.course_id, count(*) AS completed
      FROM lesson l JOIN resource_progress p ON p.resource_id = l.id AND p.completed_at IS NOT NULL
      JOIN active_enrolments e ON e.course_id = l.course_id AND e.user_id = p.user_id GROUP BY 1)`

/** A batch ends with the course by which it reaches this number of learners, so that its statement takes seconds at most. */
const studentsAtOnce = 20_000

/**
 * Counts a batch of courses from their rows and replaces their sums. The part of their changes that concerns courses is emptied,
 * because the new sums contain it. Requires `lockFigures` in an earlier statement.
 */
export async function recountCourses(tx: Tx, after: number, most: number): Promise<Recounted> {
  const found = await sql<Recounted>`
    WITH course AS MATERIALIZED (
      SELECT id FROM (
        SELECT id, sum(student_count) OVER (ORDER BY id) - student_count AS students_before
          FROM (SELECT id, student_count FROM course_cards WHERE id > ${after} ORDER BY id LIMIT ${most}) c) c
       WHERE students_before < ${studentsAtOnce}),
    change AS MATERIALIZED (${changesOf(sql`SELECT id FROM course`)}),
    kept AS MATERIALIZED (${figuresNow}),
    ${fromRows},
    now AS MATERIALIZED (
      SELECT kept.course_id, coalesce(place.enrolments, 0)::int8 AS enrolments, coalesce(lesson.lessons, 0) AS lessons, coalesce(done.completed, 0) AS completed,
             was_enrolments, was_lessons, was_completed,
             (kept.enrolments, kept.lessons, kept.completed)
               IS DISTINCT FROM (coalesce(place.enrolments, 0), coalesce(lesson.lessons, 0), coalesce(done.completed, 0)) AS differs
        FROM kept LEFT JOIN (SELECT course_id, sum(enrolments) AS enrolments FROM place GROUP BY 1) place USING (course_id)
        LEFT JOIN (SELECT course_id, count(*) AS lessons FROM lesson GROUP BY 1) lesson USING (course_id)
        LEFT JOIN done USING (course_id)),
    month AS MATERIALIZED (
      SELECT course_id, month, coalesce(place.enrolments, 0) AS enrolments, coalesce(m.enrolments, 0) AS was_enrolments
        FROM place FULL JOIN (SELECT * FROM course_months
                    WHERE course_id > ${after} AND course_id <= (SELECT max(id) FROM course)) m USING (course_id, month)),
    emptied AS (
      UPDATE figure_changes SET course_id = NULL, month = NULL, enrolments = 0, completed = 0, lessons_changed = false
       WHERE course_id IN (SELECT id FROM course)),
    courses_kept AS (
      INSERT INTO course_figures AS f (course_id, enrolments, lessons, completed)
      SELECT course_id, enrolments, lessons, completed FROM now ${storedCourse}),
    months_kept AS (
      INSERT INTO course_months AS m (course_id, month, enrolments)
      SELECT course_id, month, enrolments FROM month WHERE enrolments <> was_enrolments
      ON CONFLICT (course_id, month) DO UPDATE SET enrolments = excluded.enrolments),
    all_kept AS (
      INSERT INTO course_months AS m (course_id, month, enrolments)
      SELECT 0, month, sum(enrolments - was_enrolments) FROM month GROUP BY month
      ON CONFLICT (course_id, month) DO UPDATE SET enrolments = m.enrolments + excluded.enrolments),
    grown AS (${platformGrowth(sql`now`)})
    UPDATE platform_figures p SET ${platformChange(sql`grown`)} FROM grown
    RETURNING (SELECT max(id) FROM course) AS last, (SELECT count(*) FROM now WHERE differs) AS differing`.execute(
    tx,
  )
  return onlyRow(found)
}

/**
 * Counts the bookings of a batch of accounts again. The changes of these accounts stay, because folding them compares with the
 * stored bookings and adds nothing twice.
 */
export async function recountPeople(tx: Tx, after: number, most: number): Promise<Recounted> {
  const found = await sql<Recounted>`
    WITH batch AS MATERIALIZED (SELECT id FROM user_cards WHERE id > ${after} ORDER BY id LIMIT ${most}),
    people AS MATERIALIZED (${bookingsOf(sql`SELECT id FROM batch`)}),
    gone AS (DELETE FROM booked_people WHERE user_id IN (SELECT id FROM people WHERE was_booked AND NOT is_booked)),
    booked AS (INSERT INTO booked_people SELECT id FROM people WHERE is_booked AND NOT was_booked)
    UPDATE platform_figures p
       SET booked_people = p.booked_people + (SELECT coalesce(sum(is_booked::int - was_booked::int), 0) FROM people)
    RETURNING (SELECT max(id) FROM batch) AS last,
              (SELECT count(*) FROM people WHERE is_booked <> was_booked
                  AND NOT EXISTS (SELECT FROM figure_changes k WHERE k.user_id = people.id)) AS differing`.execute(
    tx,
  )
  return onlyRow(found)
}

/**
 * Counts accounts and paid orders, and adds up the sums of courses and the stored bookings. Requires `lockFigures` in an earlier
 * statement. Returns whether a figure of the platform was wrong.
 */
export async function recountPlatform(tx: Tx): Promise<boolean> {
  const found = await sql<{ differs: boolean }>`
    WITH change AS (
      SELECT coalesce(sum(accounts), 0)::int8 AS accounts, coalesce(sum(paid_orders), 0)::int8 AS paid_orders FROM figure_changes),
    now AS MATERIALIZED (
      SELECT (SELECT count(*) FROM user_cards WHERE erased_at IS NULL) - change.accounts AS accounts,
             paid.orders - change.paid_orders AS paid_orders, (SELECT count(*) FROM booked_people) AS booked_people, course.*
        FROM change,
             (SELECT count(*) AS orders FROM orders WHERE state = 'paid') paid,
             (SELECT coalesce(sum(enrolments), 0)::int8 AS enrolments, coalesce(sum(enrolments * lessons), 0)::int8 AS lessons, coalesce(sum(completed), 0)::int8 AS completed
                FROM course_figures) course),
    was AS MATERIALIZED (
      SELECT accounts, paid_orders, booked_people, enrolments, lessons, completed FROM platform_figures)
    UPDATE platform_figures p
       SET accounts = now.accounts, paid_orders = now.paid_orders, booked_people = now.booked_people,
           enrolments = now.enrolments, lessons = now.lessons, completed = now.completed
      FROM now, was
    RETURNING to_jsonb(was) <> to_jsonb(now) AS differs`.execute(tx)
  return onlyRow(found).differs
}

/**
 * Adds up the months of all courses and returns the number of months whose total was wrong. Requires `lockFigures` in an earlier
 * statement.
 */
export async function recountMonths(tx: Tx): Promise<number> {
  const found = await sql<{ months: number }>`
    WITH now AS (
      SELECT month, sum(enrolments) FILTER (WHERE course_id > 0) AS enrolments,
             sum(enrolments) FILTER (WHERE course_id = 0) AS was_enrolments
        FROM course_months GROUP BY month),
    kept AS (
      INSERT INTO course_months (course_id, month, enrolments)
      SELECT 0, month, coalesce(enrolments, 0) FROM now WHERE coalesce(enrolments, 0) <> coalesce(was_enrolments, 0)
      ON CONFLICT (course_id, month) DO UPDATE SET enrolments = excluded.enrolments
      RETURNING month)
    SELECT count(*) AS months FROM kept`.execute(tx)
  return onlyRow(found).months
}

export async function areBuilt(db: Db): Promise<boolean> {
  const found = await sql<{ isBuilt: boolean }>`
    SELECT built_at IS NOT NULL AS "isBuilt" FROM platform_figures`.execute(db)
  return onlyRow(found).isBuilt
}

export async function markBuilt(tx: Tx, at: Date): Promise<void> {
  await sql`UPDATE platform_figures SET built_at = ${at} WHERE built_at IS NULL`.execute(tx)
}
