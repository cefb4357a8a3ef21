/** Reads a person's own lists of courses: the enrolments and the wishlist. */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'

/** Identifies a row of a list. `id` is that of the enrolment or of the wish, and pages continue after it. */
export interface Place {
  id: number
  courseId: number
}

export interface PlacePage {
  /** The rows are sorted newest first. One extra row shows that another page exists. */
  places: Place[]
  total: number
}

export interface EnrolmentFilter {
  /** Null selects courses that the person has archived and others. */
  archived: boolean | null
  /** The search covers titles and teachers' names. An empty string matches all courses. */
  search: string
}

const enrolmentsOf = (userId: number, { archived, search }: EnrolmentFilter): RawBuilder<unknown> => sql`
  active_enrolments e
    ${search === '' ? sql`` : sql`JOIN course_cards c ON c.id = e.course_id JOIN user_cards teacher ON teacher.id = c.instructor_id`}
   WHERE e.user_id = ${userId}
     ${archived === null ? sql`` : archived ? sql`AND e.archived_at IS NOT NULL` : sql`AND e.archived_at IS NULL`}
     ${
       search === ''
         ? sql``
         : sql`AND (strpos(search_form(c.title), search_form(${search})) > 0
                 OR strpos(search_form(coalesce(teacher.name, '')), search_form(${search})) > 0)`
     }`

/** Returns the person's own enrolments in courses of all states. */
export async function pageOfEnrolments(
  db: Db,
  userId: number,
  filter: EnrolmentFilter,
  page: PageRequest,
): Promise<PlacePage> {
  const found = await sql<{ total: number; ids: number[]; courseIds: number[] }>`
    WITH page AS (
      SELECT e.id, e.course_id FROM ${enrolmentsOf(userId, filter)} AND ${newestPage('e.id', page)})
    SELECT (SELECT count(*) FROM ${enrolmentsOf(userId, filter)}) AS total,
           ARRAY(SELECT id FROM page ORDER BY id DESC) AS ids,
           ARRAY(SELECT course_id FROM page ORDER BY id DESC) AS "courseIds"`.execute(db)
  const { total = 0, ids = [], courseIds = [] } = found.rows[0] ?? {}
  return { total, places: courseIds.map((courseId, index) => ({ id: ids[index] ?? 0, courseId })) }
}

/** Returns all enrolments, newest first. */
export async function allEnrolments(db: Db, userId: number, filter: EnrolmentFilter): Promise<Place[]> {
  const found = await sql<Place>`
    SELECT e.id, e.course_id AS "courseId" FROM ${enrolmentsOf(userId, filter)} ORDER BY e.id DESC`.execute(
    db,
  )
  return found.rows
}

/**
 * Selects the wishes that are shown and counted. Other wishes stay stored: the course is closed for enrolment and may be listed
 * again, or the person has access that may end.
 */
const shownWishes = (userId: number) => sql`
  wishlist_courses w JOIN course_cards c ON c.id = w.course_id AND c.is_listed
   WHERE w.user_id = ${userId}
     AND NOT EXISTS (SELECT FROM open_enrolments e WHERE e.user_id = w.user_id AND e.course_id = w.course_id)`

export async function pageOfWishes(
  db: Db,
  { userId, courseId }: { userId: number; courseId: number | null },
  page: PageRequest,
): Promise<PlacePage> {
  const shown = sql`${shownWishes(userId)} AND (${courseId}::bigint IS NULL OR w.course_id = ${courseId})`
  const found = await sql<Place & { total: number }>`
    SELECT w.id, w.course_id AS "courseId", (SELECT count(*) FROM ${shown}) AS total
      FROM ${shown} AND ${newestPage('w.id', page)}`.execute(db)
  return { places: found.rows, total: found.rows[0]?.total ?? 0 }
}

/** Prevents concurrent additions to this person's wishlist until the transaction ends. */
export async function lockWishlist(tx: Tx, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('wishlist_courses', ${userId}))`.execute(tx)
}

export async function countWishes(tx: Tx, userId: number): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*) FROM ${shownWishes(userId)}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

export async function insertWish(
  tx: Tx,
  { userId, courseId, at }: { userId: number; courseId: number; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO wishlist_courses (user_id, course_id, added_at) VALUES (${userId}, ${courseId}, ${at})
    ON CONFLICT (user_id, course_id) DO NOTHING`.execute(tx)
}

export async function deleteWish(db: Db, userId: number, courseId: number): Promise<void> {
  await sql`DELETE FROM wishlist_courses WHERE user_id = ${userId} AND course_id = ${courseId}`.execute(db)
}

export async function deleteWishesOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM wishlist_courses WHERE user_id = ${userId}`.execute(tx)
}
