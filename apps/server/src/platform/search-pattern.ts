/** Returns the ILIKE pattern of a case-insensitive match anywhere, with wildcards escaped. Returns null for an empty search. */
export function searchPattern(search: string | undefined): string | null {
  const text = search?.trim()
  return text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null
}

/**
 * Returns whether a trigram index can find a text. In a database with the locale C, trigrams contain ASCII letters and digits only.
 */
export const hasTrigram = (search: string): boolean => /[A-Za-z0-9]{3}/.test(search)
