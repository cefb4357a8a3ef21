/** @throws an error with a readable message unless the text is a time with its zone. */
export function momentOf(text: string): Date {
  const time = new Date(text)
  if (/\d[T ]\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(time.getTime())) return time
  throw new Error(`--to must be a time with its zone, such as 2026-11-22T02:00:00Z, not '${text}'.`)
}
