/** The SQL fragments of the course search: docs/decisions/lists-and-search.md. */
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
 * Up to this number, all candidates are compared, counted and sorted. With more candidates, the list is read in its order until a
 * page is full.
 */
export const fewCandidates = 2_000

/** These filters are indexed only as facets of `course_search`, under the same names. */
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

/** Converts the search words to the form of the texts, once for the statement. */
export const askedTable = ({ words }: CourseSearch): Condition => sql`
  asked_words AS MATERIALIZED (SELECT ARRAY(
    SELECT '%' || regexp_replace(search_form(word), '([\\\\%_])', '\\\\\\1', 'g') || '%'
      FROM unnest(${words}::text[]) word) AS patterns)`

/** Matches when the text `t` contains all words. */
const matchesText = ({ expressions }: CourseSearch, form: Condition = sql`t.form`): Condition => sql`
  (${form} LIKE ALL((SELECT patterns FROM asked_words)::text[]) AND ${form} ~ ALL(${expressions}::text[]))`

/**
 * The rank of course_cards `c` among the matching courses: matches in the title first, then by number of learners. The title is the
 * beginning of the form and nearly always as long as the form.
 */
export const relevanceOf = (search: CourseSearch): Condition => sql`
  (SELECT CASE WHEN ${matchesText(search, sql`left(t.form, length(c.title))`)} THEN 1000000000 ELSE 0 END
          + c.student_count::int8
     FROM course_search t WHERE t.course_id = c.id)`

/** Selects courses whose trigrams allow a match, from course_search_grams. A course can occur twice. */
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
  /** The condition on course_cards `c`, without the words. */
  where: Condition
  /**
   * The facets that are equivalent to `where`. Null means that the part belongs to one person or seller, and its courses are
   * compared one by one.
   */
  facets: string[] | null
}

export interface SearchedOrder {
  /** The sort key of course_cards `c`. The key has an index. */
  key: Condition
  /** The condition on course_cards `c` that continues after the last course of the previous page. */
  after: Condition
  /** The sort key for few candidates. These are sorted, so the key needs no index. */
  foundKey: Condition
  /** The continuation condition on the columns `id` and `key`. */
  afterFound: Condition
  direction: Condition
  /** The value is the number of courses to read from the beginning of the page. */
  count: number
  fewCandidates: number
}

/** The parentheses let PostgreSQL plan the statement once for any page. */
const limitOf = (count: number): Condition => sql`LIMIT (${count}::int8)`

/**
 * The subquery replaces a join. PostgreSQL expects that hardly any text matches, so it could read a join in an order other than the
 * list's, or read all candidates again for each text.
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
 * Builds one part of a list: common table expressions, the number of courses found, and the courses of the page. When `search` is
 * null, only the facets narrow the list.
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
    // The first of many candidates are counted, and all of them only when too few of the first match. Without OFFSET 0, PostgreSQL
    // reads texts in the order of their courses, because it expects to find enough matches early.
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
