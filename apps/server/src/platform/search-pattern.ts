/** The ILIKE pattern of a case-insensitive match anywhere, with wildcards escaped. Null for an empty search. */
export function searchPattern(search: string | undefined): string | null {
  const text = search?.trim()
  return text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null
}
