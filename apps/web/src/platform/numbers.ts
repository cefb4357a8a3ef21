/** `1,234`: Malaysian English and Malay group digits alike. At most three decimals. `Intl` is not used, for the reason given at `monthNames`. */
export function figure(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 1000) / 1000).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** `1 course`, `1,234 courses`: a number and its noun in English. Malay nouns keep one form: `${figure(n)} kursus`. */
export const counted = (count: number, one: string, other: string): string =>
  `${figure(count)} ${count === 1 ? one : other}`
