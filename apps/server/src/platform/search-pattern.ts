import { searchForm } from '@apogee/domain/text/human-text.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from './database/database.ts'

/**
 * Returns a LIKE pattern that matches the search anywhere in a text. Wildcards in the search are escaped. The pattern has the form
 * in which texts are compared, without case and accents. Returns null for an empty search.
 */
export function searchPattern(search: string | undefined): string | null {
  const form = searchForm(search ?? '')
  return form ? `%${form.replace(/[\\%_]/g, '\\$&')}%` : null
}

/**
 * Returns an SQL condition: the compared form of `text` matches the pattern. It is unknown if the pattern is null. `text` is an SQL
 * expression.
 */
export const matchesPattern = (text: RawBuilder<unknown>, pattern: string | null): RawBuilder<boolean> =>
  sql<boolean>`search_form(${text}) LIKE ${pattern}`

/**
 * Returns an SQL condition: the compared form of `text` contains each word of the pattern, in any order. The pattern is one that
 * `searchPattern` returned.
 */
export const matchesWords = (text: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    wordsOfPattern(pattern).map((word) => matchesPattern(text, `%${word}%`)),
    sql` AND `,
  )})`

const wordsOfPattern = (pattern: string): string[] => pattern.slice(1, -1).split(' ')

/**
 * Returns the same condition as `matchesWords` for an index of `search_grams`, which finds one letter and letters without
 * trigrams, too.
 */
export const matchesLetters = (text: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`(search_grams(search_form(${text})) @> search_keys(${unescaped(pattern)}) AND ${matchesWords(text, pattern)})`

const unescaped = (pattern: string): string => pattern.slice(1, -1).replaceAll(/\\(.)/g, '$1')

/** Words of fewer letters are not corrected, because too many others resemble them. */
const leastCorrected = 4

/**
 * Returns an SQL condition like that of `matchesWords` that also accepts words that resemble the written ones. `resembling` sets how
 * similar they must be. An index of trigrams finds them.
 */
export const resemblesWords = (text: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    wordsOfPattern(pattern).map((word) =>
      word.length < leastCorrected
        ? matchesPattern(text, `%${word}%`)
        : sql`${unescaped(`%${word}%`)} <% search_form(${text})`,
    ),
    sql` AND `,
  )})`

/** Returns an SQL expression that sorts texts with the words of the pattern, the most similar first. */
export const similarityTo = (text: RawBuilder<unknown>, pattern: string): RawBuilder<number> =>
  sql<number>`word_similarity(${unescaped(pattern)}, search_form(${text}))`

/** Two words resemble each other if they share this part of their trigrams. Two exchanged letters of six leave two of seven. */
const leastShared = 0.28

/** Reads rows whose words resemble those of a search (`resemblesWords`). */
export const resembling = <Row>(database: Database, read: (tx: Tx) => Promise<Row[]>): Promise<Row[]> =>
  database.transaction(async (tx) => {
    await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(leastShared)}, true)`.execute(
      tx,
    )
    return read(tx)
  })

/** Returns an SQL expression by which names are sorted without regard to case and accents. `text` is an SQL expression. */
export const sortForm = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`search_form(${text})`

/**
 * Returns whether a trigram index can find a text. In a database with the locale C, trigrams contain ASCII letters and digits only.
 */
export const hasTrigram = (search: string): boolean => /[A-Za-z0-9]{3}/.test(searchForm(search))
