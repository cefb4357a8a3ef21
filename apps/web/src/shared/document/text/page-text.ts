/** Extracts the text of a PDF page as paragraphs that fit any width. Letters of an A4 page are only 7 px high on a phone. */
import { highest } from '@apogee/domain/money/extremes.ts'

/** Describes a piece of text as pdf.js returns it. Lengths are in points, and y grows upwards from the lower left corner. */
export interface TextItem {
  str: string
  transform: readonly number[]
  width: number
  height: number
  hasEOL: boolean
  fontName: string
}

export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'code'
  text: string
}

interface Line {
  text: string
  left: number
  right: number
  /** `y` is the position of the baseline. */
  y: number
  /** `size` is the font size. */
  size: number
  isCode: boolean
}

/** Lines that are more than this many line heights apart belong to different runs of lines. */
const mostGap = 6
/** A line of code is indented by at most this many blanks. */
const mostIndent = 40
const itemStart = /^(?:[•▪◦●○–—*-]|\(?\d{1,3}[.)]|\(?[a-z]\))\s/

/** `isMonospaced` says whether all letters of a font have the same width. */
export function blocksOf(
  items: readonly TextItem[],
  isMonospaced: (fontName: string) => boolean,
): TextBlock[] {
  const lines = inReadingOrder(linesOf(items, isMonospaced))
  const body = bodySize(lines)
  const leading = leadingOf(lines)
  const rightEdge = highest(lines.map(({ right }) => right))
  const blocks: TextBlock[] = []
  let before: Line | undefined
  let first: Line | undefined
  for (const line of lines) {
    const kind = line.isCode ? 'code' : line.size > body * 1.12 ? 'heading' : 'paragraph'
    const last = blocks.at(-1)
    const isNew =
      !before || last?.kind !== kind || startsBlock(before, line, { leading, rightEdge, isCode: line.isCode })
    if (isNew || !last || !first) {
      blocks.push({ kind, text: line.text })
      first = line
    } else last.text = joined(last, line, first)
    before = line
  }
  return blocks
}

function linesOf(items: readonly TextItem[], isMonospaced: (fontName: string) => boolean): Line[] {
  const lines: Line[] = []
  let line: Line | null = null
  for (const item of items) {
    const [, , , , x = 0, y = 0] = item.transform
    if (line && Math.abs(y - line.y) > 0.4 * Math.max(item.height, line.size)) line = null
    if (item.str.trim() !== '') {
      const isCode = isMonospaced(item.fontName)
      if (line) {
        line.text += spaceBetween(line, item, x) + item.str
        line.right = x + item.width
        line.isCode &&= isCode
      } else {
        line = { text: item.str, left: x, right: x + item.width, y, size: item.height, isCode }
        lines.push(line)
      }
    } else if (line && item.str !== '' && !line.text.endsWith(' ')) line.text += ' '
    if (item.hasEOL) line = null
  }
  return lines.map((one) => ({ ...one, text: one.isCode ? one.text.trimEnd() : one.text.trim() }))
}

/**
 * Sorts runs of lines by their height on the page, because programs may write headers and footers at any place. Adjacent columns
 * keep their order.
 */
function inReadingOrder(lines: readonly Line[]): Line[] {
  const runs: Line[][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && line.y <= last.y + 0.4 * last.size && last.y - line.y < mostGap * last.size)
      run.push(line)
    else runs.push([line])
  }
  const sorted = runs.toSorted(([one], [other]) => (other?.y ?? 0) - (one?.y ?? 0))
  const isOneColumn = sorted.every((run, place) => {
    const next = sorted[place + 1]?.[0]
    return !next || (run.at(-1)?.y ?? 0) >= next.y
  })
  return (isOneColumn ? sorted : runs).flat()
}

function spaceBetween(line: Line, item: TextItem, x: number): string {
  const gap = x - line.right
  if (gap > 1.5 * line.size) return line.isCode ? '  ' : ' · '
  const isApart = /\s$/.test(line.text) || /^\s/.test(item.str)
  return !isApart && gap > 0.12 * line.size ? ' ' : ''
}

/** Returns the size of most letters. */
function bodySize(lines: readonly Line[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  return [...letters].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

/** Returns the distance between baselines within a paragraph: the most frequent distance between neighbouring lines. */
function leadingOf(lines: readonly Line[]): number {
  const gaps = lines
    .flatMap((line, place) => {
      const next = lines[place + 1]
      const gap = next ? line.y - next.y : 0
      return gap > 0 && gap < 2.2 * line.size ? [gap] : []
    })
    .sort((one, other) => one - other)
  return gaps[Math.floor((gaps.length - 1) / 2)] ?? 1.5 * (lines[0]?.size ?? 0)
}

function startsBlock(
  before: Line,
  line: Line,
  { leading, rightEdge, isCode }: { leading: number; rightEdge: number; isCode: boolean },
): boolean {
  const gap = before.y - line.y
  // A line that is higher than the line before it belongs to another column.
  if (gap < 0 || gap > leading * (isCode ? 1.8 : 1.25)) return true
  if (isCode) return false
  const isEnded = /[.!?:]$/.test(before.text) && before.right < before.left + (rightEdge - before.left) * 0.75
  return Math.abs(before.size - line.size) > 0.08 * line.size || itemStart.test(line.text) || isEnded
}

/** Joins a line to a block. A hyphen at the end of the line stays, because a word such as 'kanak-kanak' has one anyway. */
function joined({ kind, text }: TextBlock, line: Line, first: Line): string {
  if (kind === 'code') {
    const letter = (first.right - first.left) / Math.max(1, first.text.length)
    const indent = letter > 0 ? Math.round((line.left - first.left) / letter) : 0
    return `${text}\n${' '.repeat(Math.max(0, Math.min(indent, mostIndent)))}${line.text}`
  }
  if (text.endsWith('\u00AD')) return text.slice(0, -1) + line.text
  return text.endsWith('-') ? text + line.text : `${text} ${line.text}`
}
