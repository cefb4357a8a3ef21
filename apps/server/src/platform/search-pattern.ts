import { searchForm } from '@apogee/domain/text/human-text.ts'
import { sql, type RawBuilder } from 'kysely'

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

/** Returns an SQL expression by which names are sorted without regard to case and accents. `text` is an SQL expression. */
export const sortForm = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`search_form(${text})`

/**
 * Returns whether a trigram index can find a text. In a database with the locale C, trigrams contain ASCII letters and digits only.
 */
export const hasTrigram = (search: string): boolean => /[A-Za-z0-9]{3}/.test(searchForm(search))
