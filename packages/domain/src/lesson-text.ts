/** What a lesson's text says, without its form. */

interface TextNode {
  type: string
  text?: string | undefined
  content?: readonly TextNode[] | undefined
}

/** Blocks whose text is one line of the result. */
const lines: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock'])

/** The text line by line: a line for each paragraph, heading and code block that is not empty. */
export function linesOfText(node: TextNode): string[] {
  if (lines.has(node.type)) {
    const line = (node.content ?? []).map(({ text = '\n' }) => text).join('')
    return line.trim() === '' ? [] : [line]
  }
  return (node.content ?? []).flatMap(linesOfText)
}

/** Words of a text: parts between blanks that have a letter or a digit. */
export function wordsOfText(node: TextNode): number {
  return linesOfText(node)
    .flatMap((line) => line.split(/\s+/u))
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Words that a learner reads in a minute, in a lesson with things to think about. */
export const wordsPerMinute = 180

/** Whole minutes, at least one. */
export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute))
