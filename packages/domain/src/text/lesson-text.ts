/** Reads the words of a lesson's text, without its form. */

interface TextNode {
  type: string
  text?: string | undefined
  content?: readonly TextNode[] | undefined
}

/** Each of these blocks becomes one line of the result. */
const lines: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock'])

/** Returns one line for each paragraph, heading and code block that is not empty. */
export function linesOfText(node: TextNode): string[] {
  if (lines.has(node.type)) {
    const line = (node.content ?? []).map(({ text = '\n' }) => text).join('')
    return line.trim() === '' ? [] : [line]
  }
  return (node.content ?? []).flatMap(linesOfText)
}

/** Counts the words of a text: parts between blanks that contain a letter or a digit. */
export function wordsOfText(node: TextNode): number {
  return linesOfText(node)
    .flatMap((line) => line.split(/\s+/u))
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** A learner reads this number of words per minute in a lesson that requires thinking. */
export const wordsPerMinute = 180

export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute))
