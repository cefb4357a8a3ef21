/**
 * Orders the characters of a line as they stand on paper, from left to right, by the Unicode bidirectional algorithm (UAX #9). The
 * base direction is that of the first letter, as in a text that a page isolates.
 */
import { defaultLanguage } from '@apogee/domain/languages.ts'
import createBidi, { type Bidi } from 'bidi-js'

// The library's types describe an ES module, but Node.js loads its CommonJS file, whose only export is the factory itself.
const bidi = (createBidi as unknown as () => Bidi)()

/**
 * The letters of these scripts are written from right to left. `fontkit` lays out a whole text in that direction if it contains one
 * of them.
 */
export const fromRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const segmenter = new Intl.Segmenter(defaultLanguage, { granularity: 'grapheme' })
const isolates = /^[\u2066-\u2069]$/

export interface Piece {
  /** This is one visible character with its marks. It is mirrored if it stands in text from right to left. */
  text: string
  /** An odd level runs from right to left, an even one from left to right. */
  level: number
}

/** Returns the characters of a line in the order of reading. */
export function piecesOf(line: string): Piece[] {
  const graphemes = Array.from(segmenter.segment(line)).filter(({ segment }) => !isolates.test(segment))
  if (!fromRightToLeft.test(line)) return graphemes.map(({ segment }) => ({ text: segment, level: 0 }))
  const { levels } = bidi.getEmbeddingLevels(line, 'auto')
  const mirrored = bidi.getMirroredCharactersMap(line, levels)
  return graphemes.map(({ segment, index }) => ({
    text: mirrored.get(index) ?? segment,
    level: levels[index] ?? 0,
  }))
}

/** Reverses each stretch of parts whose level is at least an odd level, beginning with the highest level (rule L2). */
export function inVisualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const highest = parts.reduce((found, { level }) => Math.max(found, level), 0)
  let ordered = [...parts]
  for (let level = highest; level > 0; level -= 1) ordered = reversedFrom(level, ordered)
  return ordered
}

function reversedFrom<Part extends { level: number }>(level: number, parts: readonly Part[]): Part[] {
  const stretches: Part[][] = []
  let isTurned = false
  for (const part of parts) {
    const last = part.level >= level && isTurned ? stretches.at(-1) : undefined
    if (last) last.push(part)
    else stretches.push([part])
    isTurned = part.level >= level
  }
  return stretches.flatMap((stretch) => stretch.toReversed())
}

/**
 * Returns the text of one level for a layout that turns only letters from right to left. Punctuation and digits that stand alone
 * are turned here instead.
 */
export function forLayout({ text, level }: Piece): string {
  const isTurned = fromRightToLeft.test(text)
  if (isTurned === (level % 2 === 1)) return text
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
    .toReversed()
    .join('')
}
