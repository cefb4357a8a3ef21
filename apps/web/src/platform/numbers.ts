/** `1,234`: Malaysian English and Malay group digits alike. */
const figures = new Intl.NumberFormat('en-MY')
const english = new Intl.PluralRules('en')

export const figure = (value: number): string => figures.format(value)

/** `1 course`, `1,234 courses`: a number and its noun in English. Malay nouns keep one form: `${figure(n)} kursus`. */
export const counted = (count: number, one: string, other: string): string =>
  `${figure(count)} ${english.select(count) === 'one' ? one : other}`
