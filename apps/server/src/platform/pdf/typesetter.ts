/**
 * Sets lines of text in a PDF with the product's typeface. A character without a glyph in any typeface is drawn as a question mark,
 * and copying and screen readers still get the character.
 */
import { fallbackFonts, type Weight } from './pdf-fonts.ts'
import { forLayout, fromRightToLeft, inVisualOrder, piecesOf } from './visual-order.ts'

export const ink = '#14161c'
export const faint = '#5a6072'

export interface Style {
  size: number
  weight?: Weight
  color?: string
  align?: 'left' | 'right'
}

interface Run {
  text: string
  font: string
}

interface LevelRun extends Run {
  level: number
}

interface Shape {
  id: number
  codePoints: readonly number[]
}

/** This is pdfkit's own object for an opened typeface. */
interface OpenedFont {
  /** `ascender` is in thousandths of the size. */
  _font: {
    ascender: number
    font: {
      hasGlyphForCodePoint(point: number): boolean
      getGlyph(id: number, codePoints?: readonly number[]): Shape
    }
    encode(text: string, features?: unknown): unknown
    layout(text: string, features?: unknown): { glyphs: readonly Shape[] }
    /** Contains, by the place of each embedded glyph in the subset, the text that is copied for it. */
    unicode: (readonly number[] | undefined)[]
    subset: { mapping: Record<number, number>; includeGlyph(id: number): number }
  }
}

/**
 * Embeds a glyph once for each letter that it stands for. Arabic letters share a glyph and differ only in its dots, so text copied
 * from the document would otherwise have the first of these letters in place of all others.
 */
function separateLetters(font: OpenedFont['_font']): void {
  const { mapping } = font.subset
  const include = font.subset.includeGlyph.bind(font.subset)
  const places = new Map<string, number>()
  // fontkit caches each glyph together with the letter of its first use.
  const shapeOf = font.font.getGlyph.bind(font.font)
  font.font.getGlyph = (id, codePoints = []) =>
    Object.create(shapeOf(id), { codePoints: { value: codePoints } }) as Shape
  const encode = font.encode.bind(font)
  font.encode = (text, features) => {
    // pdfkit embeds the glyphs in the order of the layout.
    const shapes = font.layout(text, features).glyphs.values()
    font.subset.includeGlyph = (id) => {
      const key = `${id} ${shapes.next().value?.codePoints.join() ?? ''}`
      const place = places.get(key)
      if (place !== undefined) return place
      delete mapping[id]
      const added = include(id)
      places.set(key, added)
      return added
    }
    return encode(text, features)
  }
}

const breakAnywhere = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Requests font features, because pdfkit otherwise lays out words one by one from the left instead of the run as a whole. */
const layoutOf = (text: string): PDFKit.Mixins.TextOptions =>
  fromRightToLeft.test(text) ? { features: ['kern'] } : {}

/** Serves a single document, in which typefaces are registered under the names of their weights. */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument
  /** The fallback fonts are opened only when they are needed, because they are large. */
  #fallbacks: string[] | undefined
  readonly #chosen = new Map<string, string | undefined>()

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  #opened(font: string): OpenedFont['_font'] {
    this.#doc.font(font)
    return (this.#doc as unknown as OpenedFont)._font
  }

  readonly #has = (font: string, character: string): boolean => {
    const opened = this.#opened(font).font
    return Array.from(character).every((one) => opened.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
  }

  #fontFor(character: string, weight: Weight): string | undefined {
    if (this.#has(weight, character)) return weight
    this.#fallbacks ??= fallbackFonts().map(({ path, family }) => {
      this.#doc.registerFont(path, path, family)
      separateLetters(this.#opened(path))
      return path
    })
    return this.#fallbacks.find((font) => this.#has(font, character))
  }

  /** Splits a line into parts, each with one typeface, from left to right. */
  runsOf(text: string, weight: Weight): Run[] {
    const runs: LevelRun[] = []
    for (const { text: segment, level } of piecesOf(text)) {
      const before = runs.at(-1)?.level === level ? runs.at(-1) : undefined
      // A space belongs to the words before it, so that these words are laid out as a whole.
      if (segment === ' ' && before && this.#has(before.font, segment)) {
        before.text += segment
        continue
      }
      const key = `${weight} ${segment}`
      if (!this.#chosen.has(key)) this.#chosen.set(key, this.#fontFor(segment, weight))
      const font = this.#chosen.get(key)
      const shown = font === undefined ? '?' : segment
      if (before && before.font === (font ?? weight)) before.text += shown
      else runs.push({ text: shown, font: font ?? weight, level })
    }
    return inVisualOrder(runs).map((run) => ({ font: run.font, text: forLayout(run) }))
  }

  readonly widthOf = (text: string, { size, weight = 'regular' }: Style): number =>
    this.runsOf(text, weight).reduce(
      (sum, run) => sum + this.#doc.font(run.font).fontSize(size).widthOfString(run.text, layoutOf(run.text)),
      0,
    )

  /**
   * Wraps text into lines of at most this width. Lines break between words, inside scripts without spaces, and inside words that
   * are too long.
   */
  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    for (const paragraph of plain(text).split('\n')) {
      let line = ''
      for (const part of partsOf(paragraph)) {
        if (this.widthOf((line + part).trimEnd(), style) <= width) {
          line += part
          continue
        }
        if (line.trim() !== '') lines.push(line.trimEnd())
        line = ''
        for (const { segment } of segmenter.segment(part)) {
          if (line !== '' && this.widthOf(line + segment, style) > width) {
            lines.push(line)
            line = ''
          }
          line += segment
        }
      }
      lines.push(line.trimEnd())
    }
    return lines
  }

  readonly lineHeight = ({ size }: Style) => size * 1.4

  drawLine(text: string, x: number, top: number, width: number, style: Style): void {
    const { size, weight = 'regular', color = ink, align = 'left' } = style
    let at = align === 'right' ? x + width - this.widthOf(text, style) : x
    // Typefaces differ in height, so all parts of a line are placed on the base line of the product's own typeface.
    const base = top + (this.#opened(weight).ascender / 1000) * size
    for (const run of this.runsOf(text, weight)) {
      this.#doc.font(run.font).fontSize(size).fillColor(color)
      this.#doc.text(run.text, at, base, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...layoutOf(run.text),
      })
      at += this.#doc.widthOfString(run.text, layoutOf(run.text))
    }
  }

  /** Draws the lines from `top` downwards, and returns their height. */
  draw(lines: readonly string[], x: number, top: number, width: number, style: Style): number {
    for (const [index, line] of lines.entries())
      this.drawLine(line, x, top + index * this.lineHeight(style), width, style)
    return lines.length * this.lineHeight(style)
  }
}

/** Returns normalised text without line breaks, terminal controls and direction marks, but with the isolates of names. */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066\u2067\ufeff]/g,
      ' ',
    )
}

/** Splits text into words with the space that follows them. Scripts without spaces are split into single characters. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (const word of text.split(/(?<= )/)) {
    if (!breakAnywhere.test(word)) parts.push(word)
    else for (const { segment } of segmenter.segment(word)) parts.push(segment)
  }
  return parts
}
