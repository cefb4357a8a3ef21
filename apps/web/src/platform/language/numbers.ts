/** Represents a number, or a figure such as `1,000+` for a total that was not counted completely. */
export type Count = number | `${string}+`

/**
 * Returns a list's displayed total. If the server stopped counting, the total is at least the rows already `shown`, and exactly
 * these when the list `isComplete`.
 */
export function totalOf(
  { total, totalIsCapped }: { total: number; totalIsCapped?: true | undefined },
  shown = 0,
  isComplete = false,
): Count {
  if (!totalIsCapped) return total
  return isComplete ? Math.max(total, shown) : `${figure(Math.max(total, shown))}+`
}

/**
 * Returns, for example, `1,234`, with at most three decimals; Malaysian English and Malay group digits alike. `Intl` is not used,
 * for the reason given at `monthNames`.
 */
export function figure(value: Count): string {
  if (typeof value === 'string') return value
  const [whole = '', decimals] = String(Math.round(value * 1000) / 1000).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** Returns a number and its noun in English: `1 course`, `1,234 courses`. Malay nouns keep one form: `${figure(n)} kursus`. */
export const counted = (count: Count, one: string, other: string): string =>
  `${figure(count)} ${count === 1 ? one : other}`
