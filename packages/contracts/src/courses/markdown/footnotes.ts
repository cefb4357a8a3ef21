/** Reads the footnotes of Markdown: marks in the text become raised numbers, and the notes a numbered list at the end. Pure functions. */
import { scriptText } from '../html/inline-text.ts'
import { Fences } from './fences.ts'

export interface FootnoteText {
  /** Holds the text without its footnotes. */
  text: string
  /** Maps the name of a note to its lines. */
  notes: Map<string, string[]>
}

const definition = /^ {0,3}\[\^([^\]\s]+)\]:(.*)$/

/** Separates the footnotes from a text. A footnote ends at a blank line, and indented lines continue it. */
export function takeFootnotes(text: string): FootnoteText {
  const notes = new Map<string, string[]>()
  if (!text.includes('[^')) return { text, notes }
  const shown: string[] = []
  const fences = new Fences()
  let note: string[] | null = null
  let isLazy = false
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === ''
    const isIndented = /^(?: {4}|\t)/.test(line)
    const [, name, first = ''] = fences.isOpen ? [] : (definition.exec(line) ?? [])
    if (name !== undefined) {
      note = [first.trimStart()]
      if (!notes.has(name)) notes.set(name, note)
      isLazy = true
      continue
    }
    if (note && (isBlank || isIndented || isLazy)) {
      note.push(line.replace(/^(?: {1,4}|\t)/, ''))
      isLazy = isLazy && !isBlank
      continue
    }
    note = null
    fences.read(line)
    shown.push(line)
  }
  return { text: shown.join('\n'), notes }
}

/** Numbers the notes in the order of their marks. */
export class Footnotes {
  readonly #notes: Map<string, string[]>
  /** Maps the names of notes to their numbers, from 1. */
  readonly #numbers = new Map<string, number>()

  constructor(notes: Map<string, string[]>) {
    this.#notes = notes
  }

  /** Replaces the marks of notes, and takes out notes that stand within the text. */
  marked(text: string): string {
    return this.#withInlineNotes(text).replaceAll(/\[\^([^\]\s[]+)\]/g, (written, name: string) =>
      this.#notes.has(name) ? this.#mark(name) : written,
    )
  }

  #mark(name: string): string {
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1
    this.#numbers.set(name, number)
    return scriptText(String(number), 'sup')
  }

  /** Replaces Pandoc's inline notes, `^[the note]`. Brackets inside a note must be balanced. */
  #withInlineNotes(text: string): string {
    let shown = ''
    let at = 0
    for (let start = text.indexOf('^['); start !== -1; start = text.indexOf('^[', at)) {
      const end = endOfBrackets(text, start + 1)
      if (end === -1) {
        shown += text.slice(at, start + 2)
        at = start + 2
        continue
      }
      // No other note has this name, because Pandoc's names begin with a letter or digit.
      const name = `^${this.#notes.size}`
      this.#notes.set(name, [text.slice(start + 2, end)])
      shown += `${text.slice(at, start)}[^${name}]`
      at = end + 1
    }
    return shown + text.slice(at)
  }

  /** Returns the notes as a list below a line, or ''. Notes without a mark in the text come last. */
  list(): string {
    const others = [...this.#notes.keys()].filter((name) => !this.#numbers.has(name))
    const items = [...this.#numbers.keys(), ...others].map((name, at) => {
      const start = `${at + 1}. `
      const indent = ' '.repeat(start.length)
      const lines = (this.#notes.get(name) ?? []).join('\n').trim().split('\n')
      return lines.map((line, nth) => (nth === 0 ? `${start}${line}` : line && `${indent}${line}`)).join('\n')
    })
    return items.length === 0 ? '' : `\n\n---\n\n${items.join('\n')}\n`
  }
}

const longestNote = 2_000

function endOfBrackets(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < Math.min(text.length, from + longestNote); at += 1) {
    const sign = text.charAt(at)
    if (sign === '\n' && text.charAt(at + 1) === '\n') return -1
    if (sign === '[') depth += 1
    if (sign === ']') depth -= 1
    if (depth === 0) return at
  }
  return -1
}
