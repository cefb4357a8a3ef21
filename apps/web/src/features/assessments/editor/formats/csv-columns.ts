/** Guesses what the columns of a table of questions hold. All functions are pure. */

export const csvColumns = ['type', 'question', 'points', 'right', 'wrong', 'explanation'] as const
export type CsvColumn = (typeof csvColumns)[number]
/**
 * Names the content of each column of the file; null means that the column is not read. Several columns may hold right answers, and
 * several may hold wrong ones.
 */
export type CsvColumns = readonly (CsvColumn | null)[]

export const neededColumns = ['question', 'right'] as const satisfies readonly CsvColumn[]

/**
 * A heading has the first of these columns of which it contains a word. The order therefore makes 'Question type' a type, and
 * 'Wrong answers' wrong answers.
 */
const words: readonly [CsvColumn, RegExp][] = [
  ['type', /^(?:type|kind|jenis)$/],
  ['explanation', /^(?:explanation|explanations|rationale|penjelasan|huraian)$/],
  ['wrong', /^(?:wrong|incorrect|distractors?|options?|choices?|salah|pilihan)$/],
  ['right', /^(?:right|correct|answers?|key|betul|jawapan|kunci)$/],
  ['points', /^(?:points?|marks?|scores?|mata|markah)$/],
  ['question', /^(?:questions?|prompt|stem|soalan)$/],
]

const wordsOf = (heading: string): string[] => heading.toLowerCase().match(/\p{L}+/gu) ?? []

/** Returns the number or letter of a heading such as 'Option 2', 'answer_b' and 'Pilihan C', whose column is one option of several. */
export function optionLabel(heading: string): string | null {
  const [, label = ''] =
    /^(?:answer|option|choice|pilihan|jawapan)[\s_-]*(\d{1,2}|[a-j])(?![\p{L}\d])/iu.exec(heading.trim()) ??
    []
  return label === '' ? null : label.toLowerCase()
}

function guessOf(heading: string): CsvColumn | null {
  if (optionLabel(heading) !== null) return 'wrong'
  const said = wordsOf(heading)
  return words.find(([, word]) => said.some((one) => word.test(one)))?.[0] ?? null
}

/**
 * Guesses the content of each column. When several columns have the same guess, only the first is read, except for right and wrong
 * answers.
 */
export function columnsOf(headings: readonly string[]): CsvColumns {
  const guesses = headings.map(guessOf)
  return guesses.map((guess, at) =>
    guess === 'wrong' || guess === 'right' || guesses.indexOf(guess) === at ? guess : null,
  )
}

export const missingColumns = (columns: CsvColumns): CsvColumn[] =>
  neededColumns.filter((name) => !columns.includes(name))
