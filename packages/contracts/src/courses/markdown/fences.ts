/** Finds the fenced blocks of Markdown line by line, also those in lists and quotations. */

const opening = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/
const closing = /^[\s>]*(`{3,}|~{3,})\s*$/

/** Reads the lines of a text in order, and tells for each line whether it belongs to a fenced block. */
export class Fences {
  #mark = ''

  get isOpen(): boolean {
    return this.#mark !== ''
  }

  /** Returns true for a line of a fenced block, including its first and last line. */
  read(line: string): boolean {
    if (this.#mark !== '') {
      if (closing.exec(line)?.[1]?.startsWith(this.#mark) === true) this.#mark = ''
      return true
    }
    this.#mark = opening.exec(line)?.[1] ?? ''
    return this.#mark !== ''
  }

  close(): void {
    this.#mark = ''
  }
}

export const isFence = (line = ''): boolean => opening.test(line)
export const isEndOfFence = (line: string): boolean => closing.test(line)
