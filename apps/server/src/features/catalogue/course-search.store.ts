/** The fragments of a search of courses: docs/decisions/search.md. */
import type { Language } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { CourseLength, LeastRating } from '@apogee/contracts/course-filters.ts'
import type { CourseLevel } from '@apogee/contracts/course-levels.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, mostCounted } from '#server/platform/pages.ts'
import type { CourseSearch } from './search.rules.ts'

type Condition = RawBuilder<unknown>

/** Up to so many candidates are all compared, counted and sorted; of more, the list is read in its order until a page is full. */
export const fewCandidates = 2_000

/** Filters that have an index only as facets of `course_search`, which have these names. */
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

/** Facets of `course_search` that every course of a list has. */
export function facetsOf(state: 'listed' | 'private', { category, price, facts }: CourseFilter): string[] {
  const chosen = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  )
  return [state, category, price === 'all' ? null : price, ...chosen]
    .filter((facet) => facet !== null)
    .map((facet) => `=${facet}`)
}

/** What is asked for, in the form of texts, computed once for the statement. */
export const askedTable = ({ words }: CourseSearch): Condition => sql`
  asked_words AS MATERIALIZED (SELECT ARRAY(
    SELECT '%' || regexp_replace(search_form(word), '([\\\\%_])', '\\\\\\1', 'g') || '%'
      FROM unnest(${words}::text[]) word) AS patterns)`

/** Whether the text `t` has all words. */
const matchesText = ({ expressions }: CourseSearch, form: Condition = sql`t.form`): Condition => sql`
  (${form} LIKE ALL((SELECT patterns FROM asked_words)::text[]) AND ${form} ~ ALL(${expressions}::text[]))`

/**
 * The rank of course_cards `c` among the courses that match: those that match by their title first, then by learners. The title is the
 * beginning of the form, and nearly always as long as it.
 */
export const relevanceOf = (search: CourseSearch): Condition => sql`
  (SELECT CASE WHEN ${matchesText(search, sql`left(t.form, length(c.title))`)} THEN 1000000000 ELSE 0 END
          + c.student_count::int8
     FROM course_search t WHERE t.course_id = c.id)`

/** Courses whose grams allow a match, by course_search_grams; one can be there twice. */
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
  /** Of course_cards `c`, without the words. */
  where: Condition
  /** Say the same as `where`; null: the part is one person's or seller's, and its courses are compared one by one. */
  facets: string[] | null
}

export interface SearchedOrder {
  /** Of course_cards `c`, with an index. */
  key: Condition
  /** After the last course of the page before, of course_cards `c`. */
  after: Condition
  /** The same for few candidates, which are sorted: it needs no index. */
  foundKey: Condition
  /** Of columns `id` and `key`. */
  afterFound: Condition
  direction: Condition
  /** Courses to read from the beginning of the page. */
  count: number
  fewCandidates: number
}

/** Parentheses: the statement is planned once, for any page. */
const limitOf = (count: number): Condition => sql`LIMIT (${count}::int8)`

/**
 * A subquery instead of a join. PostgreSQL expects that hardly any text matches: it could read a join in another order than the
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
 * `search` null: only the facets narrow the list. For one part of a list: common table expressions, the number of courses found, and those
 * of the page.
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
    // Of many candidates the first are counted; all of them only when too few of those match. Without OFFSET 0, PostgreSQL reads texts in
    // the order of their courses, because it expects to find enough of them early.
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

/** Known words that resemble these, the most similar first. */
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
