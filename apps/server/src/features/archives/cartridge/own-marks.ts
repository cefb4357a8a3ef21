/**
 * Marks in the identifier of a response say what the profile of Common Cartridge cannot express, so that our own reader restores
 * the same question (docs/decisions/quiz-imports.md). Other programs ignore the identifier's text.
 */
const ownMarks = [
  /** A part of the right options earns a part of the points. */
  'partial',
  'anyaccents',
  'anyblanks',
  /** The profile allows at most 99 points. */
  '100points',
] as const
export type OwnMark = (typeof ownMarks)[number]

const prefix = 'apogee'

export const responseIdent = (marks: readonly OwnMark[]): string => [prefix, ...marks].join('_')

export function marksIn(ident: string): ReadonlySet<OwnMark> {
  const [first, ...words] = ident.split('_')
  return new Set(first === prefix ? ownMarks.filter((mark) => words.includes(mark)) : [])
}
