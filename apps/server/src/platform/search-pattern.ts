import { searchForm } from '@apogee/domain/text/human-text.ts'
import { sql, type RawBuilder } from 'kysely'

/**
 * Returns the LIKE pattern of a match anywhere, with wildcards escaped: of the form in which texts are compared, without case and
 * accents. Returns null for an empty search.
 */
export function searchPattern(search: string | undefined): string | null {
  const form = searchForm(search ?? '')
  return form ? `%${form.replace(/[\\%_]/g, '\\$&')}%` : null
}

/** The condition holds for a text whose form matches the pattern, and is unknown for null. `text` is an SQL expression. */
export const matchesPattern = (text: RawBuilder<unknown>, pattern: string | null): RawBuilder<boolean> =>
  sql<boolean>`search_form(${text}) LIKE ${pattern}`

/** Sorts names among their letters, without case and accents. `text` is an SQL expression. */
export const sortForm = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`search_form(${text})`

/**
 * Returns whether a trigram index can find a text. In a database with the locale C, trigrams contain ASCII letters and digits only.
 */
export const hasTrigram = (search: string): boolean => /[A-Za-z0-9]{3}/.test(searchForm(search))
