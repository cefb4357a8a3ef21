/** Reads the words of a lesson's text, without its form. */

interface TextNode {
  type: string
  text?: string | undefined
  attrs?: object | undefined
  content?: readonly TextNode[] | undefined
}

/** Each of these blocks becomes one line of the result. */
const lines: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock'])

/** Returns the text that replaces a formula. */
type FormulaText = (tex: string) => string

/** Replaces a formula by a line break, because searches and counts of words must not see it. */
const noFormulas: FormulaText = () => '\n'

/** Returns one line for each paragraph, heading and code block that is not empty, and for each formula between them. */
export function linesOfText(node: TextNode, formulaText: FormulaText = noFormulas): string[] {
  if (node.type === 'formulaBlock') return visible(formulaText(texOf(node)))
  if (!lines.has(node.type)) return (node.content ?? []).flatMap((child) => linesOfText(child, formulaText))
  const pieces = (node.content ?? []).map((piece) =>
    piece.type === 'formula' ? formulaText(texOf(piece)) : (piece.text ?? '\n'),
  )
  return visible(pieces.join(''))
}

const visible = (line: string): string[] => (line.trim() === '' ? [] : [line])

const texOf = ({ attrs = {} }: TextNode): string =>
  'tex' in attrs && typeof attrs.tex === 'string' ? attrs.tex : ''

/** Counts the words of a text: parts between blanks that contain a letter or a digit. */
export function wordsOfText(node: TextNode): number {
  return linesOfText(node)
    .flatMap((line) => line.split(/\s+/u))
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** A learner reads this number of words per minute in a lesson that requires thinking. */
export const wordsPerMinute = 180

export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute))
