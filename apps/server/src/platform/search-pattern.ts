/** The ILIKE pattern of a case-insensitive match anywhere, with wildcards escaped. Null for an empty search. */
export function searchPattern(search: string | undefined): string | null {
  const text = search?.trim()
  return text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null
}

/** Whether an index of trigrams can find a text: in a database with the locale C these are of ASCII letters and digits. */
export const hasTrigram = (search: string): boolean => /[A-Za-z0-9]{3}/.test(search)
