/** A mention is `@` and a person's name as it is written. */

export interface Mention {
  /** The range of the mention starts at `@` and ends after the name. */
  start: number
  end: number
  name: string
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** Finds the longest name after each `@`, as whole words, in the order of the text. */
export function mentionsIn(text: string, names: readonly string[]): Mention[] {
  const longestFirst = names.filter((name) => name !== '').toSorted((one, other) => other.length - one.length)
  const found: Mention[] = []
  for (let start = text.indexOf('@'); start >= 0; start = text.indexOf('@', start + 1)) {
    if (isWord(text[start - 1])) continue
    const name = longestFirst.find((candidate) => {
      const end = start + 1 + candidate.length
      const written = text.slice(start + 1, end)
      return written.toLowerCase() === candidate.toLowerCase() && !isWord(text[end])
    })
    if (name !== undefined) found.push({ start, end: start + 1 + name.length, name })
  }
  return found
}

/**
 * Returns the start of the name that is being typed: the text between the last `@` and the caret. Returns null when no name is
 * being typed.
 */
export function mentionAtCaret(text: string, caret: number): { start: number; typed: string } | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || isWord(text[start - 1])) return null
  const typed = text.slice(start + 1, caret)
  return typed.length <= 40 && !/[\n@]/.test(typed) && !/^\s/.test(typed) ? { start, typed } : null
}
