/** Builds the SQL of the course search (docs/decisions/lists-and-search.md). */
import type { Language } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { CourseLength, LeastRating } from '@apogee/contracts/course-filters.ts'
import type { CourseLevel } from '@apogee/contracts/course-levels.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, mostCounted } from '#server/platform/pages.ts'
import type { SimilarWords } from './near-spelling.rules.ts'
import { allOwners, titleBorders, type CourseSearch, type NamedOwners } from './search.rules.ts'

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

const isOwned = ({ teachers, sellers }: NamedOwners): boolean => teachers.length + sellers.length > 0
const ids = (values: readonly number[]): Condition => sql`${[...values]}::bigint[]`
/** Matches a course `o` of these owners. */
const belongsTo = ({ teachers, sellers }: NamedOwners): Condition =>
  sql`(o.instructor_id = ANY(${ids(teachers)}) OR o.seller_id = ANY(${ids(sellers)}))`
const courseBelongsTo = (course: Condition, owners: NamedOwners): Condition =>
  sql`(SELECT ${belongsTo(owners)} FROM course_cards o WHERE o.id = ${course})`

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` AND `)})` : sql`true`

/** Converts the search words once for the statement to the form in which texts are indexed. */
export const askedTable = ({ phrase, words }: CourseSearch): Condition => sql`
  asked_words AS MATERIALIZED (SELECT ${patternOf(sql`${phrase}::text`)} AS phrase,
    ARRAY(SELECT ${patternOf(sql`word`)} FROM unnest(${words}::text[]) word) AS words)`

const patternOf = (text: Condition): Condition => sql`
  '%' || regexp_replace(search_form(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

/** Matches a text that contains the phrase. */
const containsPhrase = (form: Condition): Condition => sql`${form} LIKE (SELECT phrase FROM asked_words)`

/** Matches a text `t` that contains the phrase, or a course whose text, category and owners match all words. */
function matchesText({ words, terms, ranks }: CourseSearch): Condition {
  const isPhrase = containsPhrase(sql`t.form`)
  if (ranks.length === 0) return isPhrase
  const hasWords = words.length > 0 ? [sql`t.form LIKE ALL((SELECT words FROM asked_words)::text[])`] : []
  const hasTerms = terms.map(({ expression, facets, owners }) => {
    const hasFacet = facets.length > 0 ? sql`t.facets && ${facets}::text[] OR` : sql``
    const isOwn = isOwned(owners) ? sql`OR ${courseBelongsTo(sql`t.course_id`, owners)}` : sql``
    return sql`(${hasFacet} t.form ~ ${expression}::text ${isOwn})`
  })
  return sql`(${isPhrase} OR ${all([...hasWords, ...hasTerms])})`
}

/**
 * Ranks the course `c` among the matching courses, then by the number of learners. Whole words of the title come first, then names
 * of teachers and sellers, synonyms in the title, the category, beginnings of words in the title, and the description. Parts of
 * words come last. The form of a text begins with the title, and `left` cuts it to the title's length, which the form nearly always
 * keeps.
 */
export function relevanceOf({ ranks, wholePhrase }: CourseSearch): Condition {
  const title = sql`left(t.form, length(c.title))`
  const points = ranks.map(({ whole, synonym, begins, facets, owners }) => {
    const isOwn = isOwned(owners) ? sql`WHEN ${courseBelongsTo(sql`c.id`, owners)} THEN 9` : sql``
    const inTitle = synonym === null ? sql`` : sql`WHEN ${title} ~ ${synonym}::text THEN 8`
    const hasFacet = facets.length > 0 ? sql`WHEN t.facets && ${facets}::text[] THEN 7` : sql``
    const inText = synonym === null ? sql`` : sql`WHEN t.form ~ ${synonym}::text THEN 4`
    return sql`
      CASE WHEN ${title} ~ ${whole}::text THEN 10 ${isOwn} ${inTitle} ${hasFacet} WHEN ${title} ~ ${begins}::text THEN 6
           WHEN t.form ~ ${whole}::text THEN 5 ${inText} WHEN t.form ~ ${begins}::text THEN 2 ELSE 0 END`
  })
  const phrasePoints = sql`
    CASE WHEN ${title} ~ ${wholePhrase}::text THEN 9 WHEN ${containsPhrase(title)} THEN 1
         WHEN t.form ~ ${wholePhrase}::text THEN 4 ELSE 0 END`
  return sql`
    (SELECT 10000000000 * (${sql.join([phrasePoints, ...points], sql` + `)}) + c.student_count::int8
       FROM course_search t WHERE t.course_id = c.id)`
}

/** The index `courses_title_words` contains this expression. It ignores punctuation except in `c#` and `c++`. */
const titleWords = sql`regexp_split_to_array(search_form(c.title), ${sql.lit(titleBorders)})`

/** Matches a course `c` whose title contains all words as whole words, or whose teacher or seller is named by them. */
export function isOnTop({ titleForms, named }: CourseSearch): Condition {
  const hasWords = sql`(SELECT ${all(titleForms.map((forms) => sql`title.words && ${forms}::text[]`))}
    FROM (SELECT ${titleWords} AS words OFFSET 0) title)`
  return isOwned(named) ? sql`(${courseBelongsTo(sql`c.id`, named)} OR ${hasWords})` : hasWords
}

/** Selects the courses of `isOnTop` by indexes, each perhaps twice. */
const topCourses = (
  { titleForms, named }: CourseSearch,
  { where, key, most }: { where: Condition; key: Condition; most: number },
): Condition => sql`
  (SELECT c.id, ${key} AS key FROM course_cards c
    WHERE ${all([where, ...titleForms.map((forms) => sql`${titleWords} && ${forms}::text[]`)])} LIMIT ${sql.lit(most)})
  ${isOwned(named) ? sql`UNION ALL ${ownedCourses(named, { where, key, most })}` : sql``}`

/**
 * Selects courses that may match: the index course_search_grams has all trigrams of the search for them. A course can occur twice.
 */
const candidates = (search: CourseSearch | null, { where, facets }: FacetedPart): Condition =>
  search === null
    ? sql`SELECT s.course_id FROM course_search s WHERE (search_grams(s.form) || s.facets) @> ${facets}::text[]`
    : candidatesOf(search, { where, facets })

/**
 * `search_keys` returns every third trigram. All trigrams are looked up, because a word that is spelled wrong often shares those with
 * a frequent word.
 */
const keysOf = (form: Condition): Condition =>
  sql`search_keys(${form}) || search_keys(substr(${form}, 2)) || search_keys(substr(${form}, 3))`

function candidatesOf(search: CourseSearch, { where, facets }: FacetedPart): Condition {
  const { candidates: asked, ranks } = search
  const owners = allOwners(search.terms.map((term) => term.owners))
  const byText = sql`
    SELECT near.course_id
      FROM unnest(${asked.map(({ parts }) => parts)}::text[], ${asked.map(({ shortWord }) => shortWord)}::text[],
                  ${asked.map(({ facet }) => facet)}::text[]) asked (parts, short_word, facet)
     CROSS JOIN LATERAL (
       SELECT s.course_id FROM course_search s
        WHERE (search_grams(s.form) || s.facets)
              @> (${keysOf(sql`search_form(asked.parts)`)} || array_remove(ARRAY[asked.short_word, asked.facet], '')
                  || ${facets}::text[])) near`
  if (!isOwned(owners)) return byText
  const owned = ownedCourses(owners, { where, key: sql`c.id`, most: mostOwned })
  // With several words, most courses of an owner do not match. They must not count as candidates.
  const matching = ranks.length > 1 ? isFound(search, sql`own.id`) : sql`true`
  return sql`${byText} UNION ALL (SELECT own.id FROM (${owned}) own WHERE ${matching})`
}

/** Up to this many courses of the searched teachers and of the searched sellers are compared with the other words. */
const mostOwned = 5_000

/** Selects courses of these owners, each perhaps twice. */
const ownedCourses = (
  { teachers, sellers }: NamedOwners,
  { where, key, most }: { where: Condition; key: Condition; most: number },
): Condition => sql`
  (SELECT c.id, ${key} AS key FROM course_cards c
    WHERE ${where} AND c.instructor_id = ANY(${ids(teachers)}) LIMIT ${sql.lit(most)})
  UNION ALL (SELECT c.id, ${key} AS key FROM course_cards c
    WHERE ${where} AND c.seller_id = ANY(${ids(sellers)}) LIMIT ${sql.lit(most)})`

export interface SearchedPart {
  /** This condition selects courses `c` without regard to the search words. */
  where: Condition
  /**
   * Selects the same courses as `where` by facets. Null means that the list belongs to one person or seller, so its few courses are
   * compared one by one.
   */
  facets: string[] | null
}

type FacetedPart = SearchedPart & { facets: string[] }

export interface SearchedOrder {
  /** Lists are sorted by this column of `c`, which has an index. */
  key: Condition
  /** This condition on `c` continues after the last course of the previous page. */
  after: Condition
  /** Few candidates are sorted by this key of `c`. It needs no index. */
  foundKey: Condition
  /** This condition continues after the last course of the previous page, by the columns `id` and `key` of few candidates. */
  afterFound: Condition
  /** This condition has the same meaning for courses on top, whose column `key` is that of the list. */
  afterOnTop: Condition
  /**
   * Null means that many candidates keep the order of the list. Otherwise courses of `isOnTop` come first. The value says whether the
   * last course of the previous page is one of them.
   */
  lastIsOnTop: Condition | null
  direction: Condition
  /** Reads this many courses from the beginning of the page. */
  count: number
  fewCandidates: number
  /** Up to this many courses on top are sorted. More of them are read in the order of the list. */
  mostOnTop: number
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
  { key, direction, count }: SearchedOrder,
  tier: 0 | 1 = 0,
): Condition => sql`
  (SELECT c.id, ${key} AS key, ${sql.lit(tier)} AS tier FROM course_cards c WHERE ${where}
    ORDER BY ${key} ${direction}, c.id ${direction} ${limitOf(count)})`

/** Reads many candidates in the order of the list, those on top first. The others are read only if the page has room for them. */
function rankedPage(
  place: number,
  { where, isMany }: { where: Condition; isMany: Condition },
  search: CourseSearch,
  order: SearchedOrder & { lastIsOnTop: Condition },
): { tables: Condition[]; page: Condition } {
  const { key, after, afterOnTop, lastIsOnTop, direction, count, mostOnTop } = order
  const top = sql.ref(`top_${place}`)
  const first = sql.ref(`first_${place}`)
  const isFewOnTop = sql`(SELECT count(*) FROM ${top}) <= ${sql.lit(mostOnTop)}`
  const isAfterTop = sql`(${lastIsOnTop} AND ${after})`
  return {
    tables: [
      sql`${top} AS MATERIALIZED (
        SELECT DISTINCT id, key FROM (${topCourses(search, { where, key, most: mostOnTop + 1 })}) near WHERE ${isMany})`,
      sql`${first} AS MATERIALIZED (
        (SELECT id, key, 1 AS tier FROM ${top} WHERE ${isFewOnTop} AND ${lastIsOnTop} AND ${afterOnTop}
          ORDER BY key ${direction}, id ${direction} ${limitOf(count)})
        UNION ALL ${inOrder(sql`${isMany} AND NOT ${isFewOnTop} AND ${where} AND ${isAfterTop} AND ${isOnTop(search)}`, order, 1)})`,
    ],
    page: sql`
      SELECT id, key, tier FROM ${first} UNION ALL ${inOrder(
        sql`${isMany} AND (SELECT count(*) FROM ${first}) < ${count}::int8 AND ${where} AND (${lastIsOnTop} OR ${after})
            AND ${isFound(search, sql`c.id`)} AND NOT coalesce(${isOnTop(search)}, false)`,
        order,
      )}`,
  }
}

/**
 * Builds one part of a list: common table expressions, the number of courses found, and the courses of the page. If `search` is
 * null, only facets select the courses.
 */
export function searchedPart(
  place: number,
  part: SearchedPart,
  search: CourseSearch | null,
  order: SearchedOrder,
): { tables: Condition[]; counted: Condition; page: Condition } {
  const { where, facets } = part
  const { foundKey, after, afterFound, lastIsOnTop, direction, count, fewCandidates } = order
  const isInOrder = sql`${where} AND ${after} AND ${isFound(search, sql`c.id`)}`
  if (facets === null) {
    return {
      tables: [],
      counted: sql`(SELECT count(*) FROM (
        SELECT FROM course_cards c WHERE ${where} AND ${isFound(search, sql`c.id`)} ${countLimit}) counted)`,
      page: inOrder(isInOrder, order),
    }
  }
  const faceted = { where, facets }
  const few = sql.ref(`few_${place}`)
  const some = sql.ref(`some_${place}`)
  const every = sql.ref(`every_${place}`)
  const found = sql.ref(`found_${place}`)
  const many = sql.ref(`many_${place}`)
  const isMany = sql`(SELECT count(*) FROM ${few}) > ${sql.lit(fewCandidates)}`
  const distinct = (from: Condition) => sql`(SELECT DISTINCT course_id FROM ${from}) near`
  const matches = isFound(search, sql`near.course_id`)
  const isLong = sql`(SELECT is_long FROM ${many})`
  const ofMany =
    search !== null && lastIsOnTop !== null && search.titleForms.length > 0
      ? rankedPage(place, { where, isMany: isLong }, search, { ...order, lastIsOnTop })
      : { tables: [], page: inOrder(sql`${isLong} AND ${isInOrder}`, order) }
  return {
    // If there are many candidates, `some` contains the matches among the first of them. All candidates are compared only if `some`
    // contains few matches. OFFSET 0 keeps PostgreSQL from reading the texts in the order of their courses, which it would choose
    // because it expects to find enough matches early.
    tables: [
      sql`${few} AS MATERIALIZED (${candidates(search, faceted)} LIMIT ${sql.lit(fewCandidates + 1)})`,
      sql`${some} AS MATERIALIZED (SELECT near.course_id FROM ${distinct(few)} WHERE ${matches})`,
      sql`${every} AS MATERIALIZED (
        SELECT near.course_id FROM ${distinct(sql`(${candidates(search, faceted)} OFFSET 0) every_near`)}
         WHERE ${isMany} AND (SELECT count(*) FROM ${some}) <= ${sql.lit(mostCounted)} AND ${matches} ${countLimit})`,
      sql`${many} AS MATERIALIZED (
        SELECT ${isMany} AND greatest((SELECT count(*) FROM ${some}), (SELECT count(*) FROM ${every})) > ${sql.lit(
          Math.min(mostCounted, fewCandidates),
        )} AS is_long)`,
      sql`${found} AS MATERIALIZED (
        SELECT c.id, ${foundKey} AS key
          FROM (SELECT course_id FROM ${every} UNION ALL SELECT course_id FROM ${some} WHERE NOT ${isMany}) near
          JOIN course_cards c ON c.id = near.course_id WHERE NOT ${isLong})`,
      ...ofMany.tables,
    ],
    counted: sql`
      least(${sql.lit(mostCounted + 1)}, greatest((SELECT count(*) FROM ${some}), (SELECT count(*) FROM ${every})))`,
    page: sql`
      (SELECT id, key, 0 AS tier FROM ${found} WHERE ${afterFound}
        ORDER BY key ${direction}, id ${direction} ${limitOf(count)})
      UNION ALL ${ofMany.page}`,
  }
}

/** A course that matches one word by a whole word, a synonym, its category or its owner has at least this relevance. */
const leastWhole = 40_000_000_000

/** The count tells which of several words is rarest, so it need not be exact. */
const mostSampled = 500

/** Counts the listed courses that match one word not only by a part of a word, among a bounded number of candidates. */
export async function countSome(
  db: Db,
  search: CourseSearch,
  filter: CourseFilter,
  where: Condition,
): Promise<number> {
  const part = { where, facets: facetsOf('listed', filter) }
  const found = await sql<{ count: number }>`
    WITH ${askedTable(search)}
    SELECT count(*)::int AS count
      FROM (SELECT DISTINCT course_id FROM (${candidates(search, part)} LIMIT ${sql.lit(mostSampled)}) few) near
      JOIN course_cards c ON c.id = near.course_id
     WHERE ${isFound(search, sql`near.course_id`)} AND ${relevanceOf(search)} >= ${sql.lit(leastWhole)}`.execute(
    db,
  )
  return found.rows[0]?.count ?? 0
}

/** The words are bounded and contain no character that has a meaning in expressions. */
const wordsToCompare = (words: readonly string[], least: number): string[] =>
  words.filter((word) => word.length >= least && word.length <= 40 && /^[a-z0-9][a-z0-9'-]*$/.test(word))

/** Returns known words of titles, teachers and sellers that resemble these folded words, the most similar first. */
export async function nearWords(db: Db, words: readonly string[]): Promise<Map<string, SimilarWords>> {
  const found = await sql<SimilarWords & { word: string }>`
    SELECT asked.word, ARRAY(
             SELECT w.word FROM course_words w
              WHERE (w.word % asked.word OR w.word LIKE left(asked.word, 2) || '%' OR ${hasSameLetters})
                AND length(w.word) BETWEEN length(asked.word) - 2 AND length(asked.word) + 30
              ORDER BY ${hasSameLetters} DESC, similarity(w.word, asked.word) DESC, w.word LIMIT 40) AS texts,
           ARRAY(
             SELECT DISTINCT part FROM (
               (SELECT u.name FROM user_cards u
                 WHERE u.erased_at IS NULL AND u.role <> 'student' AND asked.word <% search_form(u.name) LIMIT 40)
               UNION ALL (SELECT b.name FROM business_cards b WHERE asked.word <% search_form(b.name) LIMIT 40)) named
              CROSS JOIN LATERAL regexp_split_to_table(search_form(named.name), '[^a-z]+') part
              WHERE part <> '') AS names
      FROM unnest(${wordsToCompare(words, 3)}::text[]) asked (word)`.execute(db)
  return new Map(found.rows.map(({ word, ...near }) => [word, near]))
}

const hasSameLetters = sql`
  (w.word LIKE left(asked.word, 1) || '%' AND length(w.word) = length(asked.word)
    AND translate(w.word, asked.word, '') = '' AND translate(asked.word, w.word, '') = '')`

/** Each word finds at most this many names. */
const mostNames = 100

/** Returns the teachers and sellers with one of these folded words in their name. */
export async function ownersNamed(db: Db, words: readonly string[]): Promise<Map<string, NamedOwners>> {
  const isNamed = (name: Condition) =>
    sql`search_form(${name}) ~ ('(^|[^a-z0-9])' || asked.word || '([^a-z0-9]|$)')`
  const found = await sql<NamedOwners & { word: string }>`
    SELECT asked.word,
           ARRAY(SELECT u.id FROM user_cards u
                  WHERE u.erased_at IS NULL AND u.role <> 'student' AND ${isNamed(sql`u.name`)}
                  LIMIT ${sql.lit(mostNames)}) AS teachers,
           ARRAY(SELECT s.id FROM business_cards b JOIN seller_cards s ON s.business_id = b.id
                  WHERE ${isNamed(sql`b.name`)} LIMIT ${sql.lit(mostNames)}) AS sellers
      FROM unnest(${wordsToCompare(words, 2)}::text[]) asked (word)`.execute(db)
  return new Map(found.rows.map(({ word, ...owners }) => [word, owners]))
}
