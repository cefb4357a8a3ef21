/** The ILIKE pattern of a case-insensitive match anywhere: what people type means itself. Null for nothing typed. */
export function searchPattern(search: string | undefined): string | null {
  const text = search?.trim()
  return text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null
}
