/** Reads courses and items for the people who manage them. Writes nothing. */
import type { CourseState, FileType } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  hasTrigram,
  matchesLetters,
  matchesWords,
  resemblesWords,
  similarityTo,
} from '#server/platform/search-pattern.ts'
import { courseState } from '#server/policy/standing.ts'
import type { ListScope, Viewer } from '../catalogue.rules.ts'
import { managedCourses } from '../catalogue.store.ts'

export interface ManagedCourse {
  id: number
  title: string
  state: CourseState
}

/** Returns the courses in the order of their ids in `ids`. */
export async function coursesIn(db: Db, ids: readonly number[]): Promise<ManagedCourse[]> {
  if (ids.length === 0) return []
  const found = await sql<ManagedCourse>`
    SELECT c.id, c.title, ${courseState} AS state
      FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY asked (id, place) JOIN course_cards c ON c.id = asked.id
     ORDER BY asked.place`.execute(db)
  return found.rows
}

export interface ManagedItem {
  id: number
  title: string
  fileType: FileType
  /** True means a lesson that is a text. */
  isText: boolean
  contentId: number
  courseId: number
  courseTitle: string
}

/** At most this many titles with the words are compared, and the best of them are returned. */
const mostCompared = 500

/**
 * Returns items whose titles begin with the words first, then the newest. The titles of all courses are looked up in an index, those
 * of one seller are compared one by one: without OFFSET 0, PostgreSQL would read the items of all sellers.
 */
export async function itemsNamed(
  db: Db | Tx,
  { viewer, scope, pattern, isNear }: { viewer: Viewer; scope: ListScope; pattern: string; isNear: boolean },
  limit: number,
): Promise<ManagedItem[]> {
  const title = sql`r.title`
  const isOfAll = viewer?.role === 'superadmin'
  const exactly = isOfAll && !hasTrigram(pattern) ? matchesLetters : matchesWords
  const isNamed = (isNear ? resemblesWords : exactly)(title, pattern)
  const items = isOfAll
    ? sql`outline_resources r WHERE ${isNamed}`
    : sql`mine CROSS JOIN LATERAL (SELECT * FROM outline_resources i WHERE i.course_id = mine.id OFFSET 0) r WHERE ${isNamed}`
  const found = await sql<ManagedItem>`
    WITH mine AS MATERIALIZED (SELECT c.id FROM course_cards c WHERE ${managedCourses(viewer, scope)}),
    found AS MATERIALIZED (SELECT r.id, r.title, r.file_type, r.words, r.content_id, r.course_id FROM ${items} ${isNear ? sql`` : sql`LIMIT ${sql.lit(mostCompared)}`}),
    best AS MATERIALIZED (
      SELECT f.*, ${isNear ? similarityTo(sql`f.title`, pattern) : sql`(search_form(f.title) LIKE ${pattern.slice(1)})::int::real`} AS nearness
        FROM found f ORDER BY nearness DESC, f.id DESC LIMIT (${limit}::int8))
    SELECT b.id, b.title, b.file_type AS "fileType", b.words IS NOT NULL AS "isText", b.content_id AS "contentId", c.id AS "courseId", c.title AS "courseTitle"
      FROM best b JOIN course_cards c ON c.id = b.course_id
     ORDER BY b.nearness DESC, b.id DESC`.execute(db)
  return found.rows
}
