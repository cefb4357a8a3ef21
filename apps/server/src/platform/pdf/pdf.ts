/**
 * A4 documents as tagged PDF: headings, facts, tables and sums, with our typeface embedded. A character that no
 * typeface has is drawn as a question mark and stays itself for copying and screen readers.
 */
import type { Language } from '@apogee/domain/languages.ts'
import PDFDocument from 'pdfkit'
import { ownFonts, systemFonts, type Weight } from './pdf-fonts.ts'

const page = { width: 595.28, height: 841.89, margin: 56, bottom: 90 }
const inner = page.width - 2 * page.margin
const ink = '#14161c'
const faint = '#5a6072'
const hairline = '#d4d8e2'
const accent = '#3b5bdb'

/** A document as data, so that a worker thread can draw it. */
export interface Paper {
  title: string
  language: Language
  /** The issuer. */
  author: string
  at: Date
  parts: readonly PaperPart[]
  /** Foot of each page: '{page}' and '{pages}' are filled in. */
  foot: string
}

export type PaperPart =
  /** The document's name, large, with its number below. */
  | { kind: 'masthead'; name: string; number: string }
  /** Texts side by side, each under a small title. */
  | { kind: 'columns'; blocks: readonly { title: string; text: string }[] }
  | { kind: 'table'; heads: readonly Column[]; rows: readonly (readonly Cell[])[] }
  /** Directly under a table: label and amount; the last one is emphasised by default. */
  | { kind: 'sums'; sums: readonly Sum[] }
  | { kind: 'paragraph'; text: string }
  | { kind: 'smallPrint'; text: string }

interface Style {
  size: number
  weight?: Weight
  color?: string
  align?: 'left' | 'right'
}

interface Run {
  text: string
  font: string
}

export interface Column {
  title: string
  /** Share of the page's width. */
  share: number
  align?: 'left' | 'right'
}

/** A cell may have a second, fainter text below the first. */
export type Cell = string | { text: string; below: string }

export interface Sum {
  label: string
  value: string
  strong?: boolean
}

/** pdfkit's own handle on an opened typeface. */
interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(point: number): boolean } }
}

const breakAnywhere = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Blocks the thread while it draws: {@link renderPaper} uses a worker of its own. */
export const drawPdf = (paper: Paper): Promise<Buffer> => new PdfDrawing(paper).drawPaper()

function newDocument({ title, language, author, at }: Paper): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: 0 },
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, Creator: 'Apogee', CreationDate: at },
  })
  for (const [weight, path] of Object.entries(ownFonts)) doc.registerFont(weight, path)
  return doc
}

class PdfDrawing {
  readonly #paper: Paper
  readonly #doc
  readonly #root
  #y = page.margin
  /** Opened on demand, because they are large. */
  #fallbacks: string[] | undefined
  readonly #chosen = new Map<string, string | undefined>()

  constructor(paper: Paper) {
    this.#paper = paper
    this.#doc = newDocument(paper)
    this.#root = this.#doc.struct('Document')
  }

  readonly #has = (font: string, character: string): boolean => {
    this.#doc.font(font)
    const opened = (this.#doc as unknown as OpenedFont)._font.font
    return Array.from(character).every((one) => opened.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
  }

  #fontFor(character: string, weight: Weight): string | undefined {
    if (this.#has(weight, character)) return weight
    this.#fallbacks ??= systemFonts().map(({ path, family }) => {
      this.#doc.registerFont(path, path, family)
      return path
    })
    return this.#fallbacks.find((font) => this.#has(font, character))
  }

  #runsOf(text: string, weight: Weight): Run[] {
    const runs: Run[] = []
    for (const { segment } of segmenter.segment(text)) {
      const key = `${weight} ${segment}`
      if (!this.#chosen.has(key)) this.#chosen.set(key, this.#fontFor(segment, weight))
      const font = this.#chosen.get(key)
      const shown = font === undefined ? '?' : segment
      const last = runs.at(-1)
      if (last && last.font === (font ?? weight)) last.text += shown
      else runs.push({ text: shown, font: font ?? weight })
    }
    return runs
  }

  readonly #widthOf = (text: string, { size, weight = 'regular' }: Style): number =>
    this.#runsOf(text, weight).reduce(
      (sum, run) => sum + this.#doc.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )

  /**
   * Wraps into lines of at most this width: between words, inside scripts without spaces, and inside words that are too
   * long.
   */
  #wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    for (const paragraph of plain(text).split('\n')) {
      let line = ''
      for (const part of partsOf(paragraph)) {
        if (this.#widthOf((line + part).trimEnd(), style) <= width) {
          line += part
          continue
        }
        if (line.trim() !== '') lines.push(line.trimEnd())
        line = ''
        for (const { segment } of segmenter.segment(part)) {
          if (line !== '' && this.#widthOf(line + segment, style) > width) {
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

  readonly #lineHeight = ({ size }: Style) => size * 1.4

  #drawLine(text: string, x: number, top: number, width: number, style: Style): void {
    const { size, weight = 'regular', color = ink, align = 'left' } = style
    let at = align === 'right' ? x + width - this.#widthOf(text, style) : x
    for (const run of this.#runsOf(text, weight)) {
      this.#doc.font(run.font).fontSize(size).fillColor(color)
      this.#doc.text(run.text, at, top, { lineBreak: false })
      at += this.#doc.widthOfString(run.text)
    }
  }

  /** Draws from `top` and returns the height. */
  #draw(lines: readonly string[], x: number, top: number, width: number, style: Style): number {
    for (const [index, line] of lines.entries())
      this.#drawLine(line, x, top + index * this.#lineHeight(style), width, style)
    return lines.length * this.#lineHeight(style)
  }

  /** An element of the document's structure; it carries the whole text for screen readers. */
  readonly #element = (tag: string, text: string, work: () => void) =>
    this.#doc.struct(tag, { actual: plain(text) }, work)

  readonly #artifact = (work: () => void): void => {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    work()
    this.#doc.endMarkedContent()
  }

  readonly #line = (top: number, color = hairline, width = 0.75): void =>
    this.#artifact(() => {
      this.#doc
        .moveTo(page.margin, top)
        .lineTo(page.width - page.margin, top)
        .lineWidth(width)
        .strokeColor(color)
        .stroke()
    })

  #room(height: number): boolean {
    if (this.#y + height <= page.height - page.bottom) return false
    this.#doc.addPage()
    this.#y = page.margin
    return true
  }

  #text(tag: 'H1' | 'H2' | 'P', given: string, style: Style, after: number): void {
    const lines = this.#wrap(given, inner, style)
    this.#room(lines.length * this.#lineHeight(style))
    const top = this.#y
    this.#root.add(this.#element(tag, given, () => this.#draw(lines, page.margin, top, inner, style)))
    this.#y += lines.length * this.#lineHeight(style) + after
  }

  #masthead(name: string, number: string): void {
    this.#artifact(() => {
      this.#doc.rect(page.margin, this.#y, 36, 4).fill(accent)
    })
    this.#y += 16
    this.#text('H1', name, { size: 25, weight: 'semibold' }, 2)
    this.#text('P', number, { size: 12, color: faint }, 20)
  }

  #columns(blocks: readonly { title: string; text: string }[]): void {
    const gap = 24
    const width = (inner - gap * (blocks.length - 1)) / blocks.length
    const small: Style = { size: 8.5, weight: 'semibold', color: faint }
    const body: Style = { size: 10 }
    const wrapped = blocks.map((block) => ({ ...block, lines: this.#wrap(block.text, width, body) }))
    const height = Math.max(...wrapped.map(({ lines }) => lines.length)) * this.#lineHeight(body) + 16
    this.#room(height)
    const top = this.#y
    for (const [index, block] of wrapped.entries()) {
      const x = page.margin + index * (width + gap)
      this.#root.add(
        this.#element('H2', block.title, () => this.#drawLine(block.title, x, top, width, small)),
      )
      this.#root.add(this.#element('P', block.text, () => this.#draw(block.lines, x, top + 16, width, body)))
    }
    this.#y += height + 18
  }

  #table(heads: readonly Column[], rows: readonly (readonly Cell[])[]): void {
    const gap = 12
    const shares = heads.reduce((sum, { share }) => sum + share, 0)
    const widths = heads.map(({ share }) => ((inner - gap * (heads.length - 1)) * share) / shares)
    const xs = widths.map(
      (_, index) => page.margin + widths.slice(0, index).reduce((sum, width) => sum + width + gap, 0),
    )
    const box = (index: number) => ({
      x: xs[index] ?? 0,
      width: widths[index] ?? 0,
      align: heads[index]?.align ?? 'left',
    })
    const headStyle: Style = { size: 8.5, weight: 'semibold', color: faint }
    const drawHeads = (top: number, put: (title: string, work: () => void) => void) => {
      for (const [index, { title: head }] of heads.entries()) {
        const { x, width, align } = box(index)
        put(head, () => this.#drawLine(head, x, top, width, { ...headStyle, align }))
      }
    }
    const tableElement = this.#doc.struct('Table')
    this.#root.add(tableElement)
    this.#room(60)
    const headRow = this.#doc.struct('TR')
    tableElement.add(headRow)
    drawHeads(this.#y, (head, work) => headRow.add(this.#element('TH', head, work)))
    this.#y += 15
    this.#line(this.#y)
    this.#y += 8
    for (const row of rows) {
      const cells = row.map((cell, index) => {
        const { text: main, below } = typeof cell === 'string' ? { text: cell, below: '' } : cell
        const { width } = box(index)
        return {
          text: below === '' ? main : `${main}\n${below}`,
          lines: this.#wrap(main, width, { size: 10 }),
          lower: below === '' ? [] : this.#wrap(below, width, { size: 8.5 }),
        }
      })
      const height = Math.max(...cells.map(({ lines, lower }) => lines.length * 14 + lower.length * 12))
      if (this.#room(height + 16)) {
        this.#artifact(() => drawHeads(this.#y, (_, work) => work()))
        this.#y += 15
        this.#line(this.#y)
        this.#y += 8
      }
      const top = this.#y
      const rowElement = this.#doc.struct('TR')
      tableElement.add(rowElement)
      for (const [index, { text: whole, lines, lower }] of cells.entries()) {
        const { x, width, align } = box(index)
        rowElement.add(
          this.#element('TD', whole, () => {
            const used = this.#draw(lines, x, top, width, { size: 10, align })
            this.#draw(lower, x, top + used, width, { size: 8.5, color: faint, align })
          }),
        )
      }
      this.#y += height + 6
      this.#line(this.#y)
      this.#y += 8
      rowElement.end()
    }
    tableElement.end()
    this.#y += 4
  }

  #sums(list: readonly Sum[]): void {
    for (const { label, value, strong = false } of list) {
      const style: Style = {
        size: strong ? 13 : 10,
        weight: strong ? 'semibold' : 'regular',
        color: strong ? ink : faint,
      }
      this.#room(this.#lineHeight(style) + 4)
      const top = this.#y
      const left = page.margin + inner * 0.4
      this.#root.add(
        this.#element('P', `${label}: ${value}`, () => {
          this.#drawLine(plain(label), left, top, inner * 0.35, style)
          this.#drawLine(value, left, top, inner * 0.6, { ...style, color: ink, align: 'right' })
        }),
      )
      this.#y += this.#lineHeight(style) + 3
    }
    this.#y += 16
  }

  #drawPart(part: PaperPart): void {
    if (part.kind === 'masthead') this.#masthead(part.name, part.number)
    else if (part.kind === 'columns') this.#columns(part.blocks)
    else if (part.kind === 'table') this.#table(part.heads, part.rows)
    else if (part.kind === 'sums') this.#sums(part.sums)
    else if (part.kind === 'paragraph') this.#text('P', part.text, { size: 10 }, 8)
    else this.#text('P', part.text, { size: 8.5, color: faint }, 6)
  }

  #drawFeet(): void {
    const { count } = this.#doc.bufferedPageRange()
    const style: Style = { size: 8.5, color: faint }
    const top = page.height - 56
    for (let index = 0; index < count; index += 1) {
      this.#doc.switchToPage(index)
      const pageText = this.#paper.foot.replace('{page}', String(index + 1)).replace('{pages}', String(count))
      this.#artifact(() => {
        this.#drawLine(
          this.#wrap(this.#paper.author, inner * 0.55, style)[0] ?? '',
          page.margin,
          top,
          inner * 0.55,
          style,
        )
        this.#drawLine(pageText, page.margin, top, inner, { ...style, align: 'right' })
      })
    }
  }

  drawPaper(): Promise<Buffer> {
    const pieces: Buffer[] = []
    this.#doc.on('data', (piece: Buffer) => pieces.push(piece))
    this.#doc.addStructure(this.#root)
    for (const part of this.#paper.parts) this.#drawPart(part)
    this.#drawFeet()
    this.#root.end()
    return new Promise((resolve, reject) => {
      this.#doc.on('end', () => resolve(Buffer.concat(pieces)))
      this.#doc.on('error', reject)
      this.#doc.end()
    })
  }
}

/** Normalised text without line breaks, terminal controls and direction marks. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
      ' ',
    )
}

/** Words with the space behind them; single characters in scripts without spaces. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (const word of text.split(/(?<= )/)) {
    if (!breakAnywhere.test(word)) parts.push(word)
    else for (const { segment } of segmenter.segment(word)) parts.push(segment)
  }
  return parts
}
