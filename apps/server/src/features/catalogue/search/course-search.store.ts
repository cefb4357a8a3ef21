/** Builds the SQL of the course search (docs/decisions/lists-and-search.md). */
import type { Language } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { CourseLength, LeastRating } from '@apogee/contracts/course-filters.ts'
import type { CourseLevel } from '@apogee/contracts/course-levels.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, mostCounted } from '#server/platform/pages.ts'
import type { CourseSearch } from './search.rules.ts'

type Condition = RawBuilder<unknown>

/**
 * Up to this many candidates are all compared, counted and sorted. With more candidates, courses are compared in the order of the
 * list until a page is full.
 */
export const fewCandidates = 2_000

/** These filters have no column index. They are indexed as facets of `course_search` with the same names. */
export interface FactFilter {
  language?: Language | undefined
  level?: CourseLevel | undefined
  length?: CourseLength | undefined
  rating?: LeastRating | undefined
}

export interface CourseFilter {
  category: CourseCategory | null
  price: 'all' | 'free' | 'paid'
  facts: FactFilter
}

/** Returns the facets of `course_search` that all courses of a list have. */
export function facetsOf(state: 'listed' | 'private', { category, price, facts }: CourseFilter): string[] {
  const chosen = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  )
  return [state, category, price === 'all' ? null : price, ...chosen]
    .filter((facet) => facet !== null)
    .map((facet) => `=${facet}`)
}

/** Converts the search words once for the statement to the form in which texts are indexed. */
export const askedTable = ({ words }: CourseSearch): Condition => sql`
  asked_words AS MATERIALIZED (SELECT ARRAY(
    SELECT '%' || regexp_replace(search_form(word), '([\\\\%_])', '\\\\\\1', 'g') || '%'
      FROM unnest(${words}::text[]) word) AS patterns)`

/** Matches a text `t` that contains all words of the search. */
const matchesText = ({ expressions }: CourseSearch, form: Condition = sql`t.form`): Condition => sql`
  (${form} LIKE ALL((SELECT patterns FROM asked_words)::text[]) AND ${form} ~ ALL(${expressions}::text[]))`

/**
 * Ranks the course `c` among the matching courses: first by whether the title matches, then by the number of learners. The form of
 * a text begins with the title, and `left` cuts it to the title's length, which the form nearly always keeps.
 */
export const relevanceOf = (search: CourseSearch): Condition => sql`
  (SELECT CASE WHEN ${matchesText(search, sql`left(t.form, length(c.title))`)} THEN 1000000000 ELSE 0 END
          + c.student_count::int8
     FROM course_search t WHERE t.course_id = c.id)`

/**
 * Selects courses that may match: the index course_search_grams has all trigrams of the search for them. A course can occur twice.
 */
const candidates = (search: CourseSearch | null, facets: string[]): Condition =>
  search === null
    ? sql`SELECT s.course_id FROM course_search s WHERE (search_grams(s.form) || s.facets) @> ${facets}::text[]`
    : candidatesOf(search, facets)

const candidatesOf = ({ candidates: asked }: CourseSearch, facets: string[]): Condition => sql`
  SELECT near.course_id
    FROM unnest(${asked.map(({ parts }) => parts)}::text[], ${asked.map(({ shortWord }) => shortWord)}::text[])
           asked (parts, short_word)
   CROSS JOIN LATERAL (
     SELECT s.course_id FROM course_search s
      WHERE (search_grams(s.form) || s.facets)
            @> (search_keys(search_form(asked.parts)) || array_remove(ARRAY[asked.short_word], '') || ${facets}::text[])) near`

export interface SearchedPart {
  /** This condition selects courses `c` without regard to the search words. */
  where: Condition
  /**
   * Selects the same courses as `where` by facets. Null means that the list belongs to one person or seller, so its few courses are
   * compared one by one.
   */
  facets: string[] | null
}

export interface SearchedOrder {
  /** Lists are sorted by this column of `c`, which has an index. */
  key: Condition
  /** This condition on `c` continues after the last course of the previous page. */
  after: Condition
  /** Few candidates are sorted by this key of `c`. It needs no index. */
  foundKey: Condition
  /** This condition continues after the last course of the previous page, by the columns `id` and `key` of few candidates. */
  afterFound: Condition
  direction: Condition
  /** Reads this many courses from the beginning of the page. */
  count: number
  fewCandidates: number
}

/** Without the parentheses, PostgreSQL would plan the statement for each page anew. */
const limitOf = (count: number): Condition => sql`LIMIT (${count}::int8)`

/**
 * A join would be slow here. PostgreSQL assumes that hardly any text matches, so it might read a join in another order than that of
 * the list, or read all candidates again for each text.
 */
const isFound = (search: CourseSearch | null, course: Condition): Condition =>
  search === null
    ? sql`true`
    : sql`(SELECT ${matchesText(search)} FROM course_search t WHERE t.course_id = ${course})`

const inOrder = (
  where: Condition,
  search: CourseSearch | null,
  { key, after, direction, count }: SearchedOrder,
): Condition => sql`
  (SELECT c.id, ${key} AS key FROM course_cards c WHERE ${where} AND ${after} AND ${isFound(search, sql`c.id`)}
    ORDER BY ${key} ${direction}, c.id ${direction} ${limitOf(count)})`

/**
 * Builds one part of a list: common table expressions, the number of courses found, and the courses of the page. If `search` is
 * null, only facets select the courses.
 */
export function searchedPart(
  place: number,
  { where, facets }: SearchedPart,
  search: CourseSearch | null,
  order: SearchedOrder,
): { tables: Condition[]; counted: Condition; page: Condition } {
  if (facets === null) {
    return {
      tables: [],
      counted: sql`(SELECT count(*) FROM (
        SELECT FROM course_cards c WHERE ${where} AND ${isFound(search, sql`c.id`)} ${countLimit}) counted)`,
      page: inOrder(where, search, order),
    }
  }
  const { foundKey, afterFound, direction, count, fewCandidates } = order
  const few = sql.ref(`few_${place}`)
  const found = sql.ref(`found_${place}`)
  const some = sql.ref(`some_${place}`)
  const isFew = sql`(SELECT count(*) FROM ${few}) <= ${sql.lit(fewCandidates)}`
  const isMany = sql`(SELECT count(*) FROM ${few}) > ${sql.lit(fewCandidates)}`
  const distinct = (from: Condition) => sql`(SELECT DISTINCT course_id FROM ${from}) near`
  const matches = isFound(search, sql`near.course_id`)
  return {
    tables: [
      sql`${few} AS MATERIALIZED (${candidates(search, facets)} LIMIT ${sql.lit(fewCandidates + 1)})`,
      sql`${found} AS MATERIALIZED (
        SELECT c.id, ${foundKey} AS key FROM ${distinct(few)} JOIN course_cards c ON c.id = near.course_id
         WHERE ${isFew} AND ${matches})`,
      sql`${some} AS MATERIALIZED (
        SELECT FROM ${distinct(few)} WHERE ${isMany} AND ${matches} ${countLimit})`,
    ],
    // If there are many candidates, `some` contains the matches among the first of them. All candidates are compared only if `some`
    // contains too few matches. OFFSET 0 keeps PostgreSQL from reading the texts in the order of their courses, which it would
    // choose because it expects to find enough matches early.
    counted: sql`
      (SELECT count(*) FROM (SELECT FROM ${found} ${countLimit}) counted)
      + greatest((SELECT count(*) FROM ${some}), (SELECT count(*) FROM (
          SELECT FROM ${distinct(sql`(${candidates(search, facets)} OFFSET 0) every_near`)}
           WHERE ${isMany} AND (SELECT count(*) FROM ${some}) <= ${sql.lit(mostCounted)}
             AND ${matches} ${countLimit}) counted))`,
    page: sql`
      (SELECT id, key FROM ${found} WHERE ${afterFound} ORDER BY key ${direction}, id ${direction} ${limitOf(count)})
      UNION ALL ${inOrder(sql`${isMany} AND ${where}`, search, order)}`,
  }
}

/** Returns known words that resemble these, the most similar first. */
export async function nearWords(db: Db, words: readonly string[]): Promise<Map<string, string[]>> {
  const found = await sql<{ word: string; near: string[] }>`
    SELECT asked.word, ARRAY(
             SELECT w.word FROM course_words w
              WHERE (w.word % search_form(asked.word) OR w.word LIKE left(search_form(asked.word), 2) || '%')
                AND length(w.word) BETWEEN length(asked.word) - 2 AND length(asked.word) + 30
              ORDER BY similarity(w.word, search_form(asked.word)) DESC, w.word LIMIT 40) AS near
      FROM unnest(${[...words]}::text[]) asked (word)
     WHERE search_form(asked.word) ~ '^[a-z]{4,40}$'`.execute(db)
  return new Map(found.rows.map(({ word, near }) => [word, near]))
}
