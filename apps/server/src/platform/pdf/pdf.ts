/**
 * A4 paper as a tagged PDF: headings, facts, tables and sums, with our typeface embedded. A character that no typeface
 * here has is drawn as a question mark and stays itself for whoever copies the text or has it read out.
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

/** A paper as data, so that a thread of its own can draw it. */
export interface Paper {
  title: string
  language: Language
  /** Who issues it. */
  author: string
  at: Date
  parts: readonly PaperPart[]
  /** At the foot of each page: '{page}' and '{pages}' are filled in. */
  foot: string
}

export type PaperPart =
  /** The paper's name, large, with its number below. */
  | { kind: 'masthead'; name: string; number: string }
  /** Texts side by side, each under a small title. */
  | { kind: 'columns'; blocks: readonly { title: string; text: string }[] }
  | { kind: 'table'; heads: readonly Column[]; rows: readonly (readonly Cell[])[] }
  /** Right under a table: label and amount, the strong one last as a rule. */
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
  /** Share of the width. */
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

/** Takes the thread for a while: `renderPaper` has one for it. */
export function drawPdf({ title, language, author, at, parts, foot }: Paper): Promise<Buffer> {
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
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  for (const [weight, path] of Object.entries(ownFonts)) doc.registerFont(weight, path)
  const root = doc.struct('Document')
  doc.addStructure(root)
  let y = page.margin

  const has = (font: string, character: string): boolean => {
    doc.font(font)
    const opened = (doc as unknown as OpenedFont)._font.font
    return Array.from(character).every((one) => opened.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
  }

  /** Opened only when a text needs one: they are large. */
  let fallbacks: string[] | undefined
  function fontFor(character: string, weight: Weight): string | undefined {
    if (has(weight, character)) return weight
    fallbacks ??= systemFonts().map(({ path, family }) => {
      doc.registerFont(path, path, family)
      return path
    })
    return fallbacks.find((font) => has(font, character))
  }

  const chosen = new Map<string, string | undefined>()
  function runsOf(text: string, weight: Weight): Run[] {
    const runs: Run[] = []
    for (const { segment } of segmenter.segment(text)) {
      const key = `${weight} ${segment}`
      if (!chosen.has(key)) chosen.set(key, fontFor(segment, weight))
      const font = chosen.get(key)
      const shown = font === undefined ? '?' : segment
      const last = runs.at(-1)
      if (last && last.font === (font ?? weight)) last.text += shown
      else runs.push({ text: shown, font: font ?? weight })
    }
    return runs
  }

  const widthOf = (text: string, { size, weight = 'regular' }: Style): number =>
    runsOf(text, weight).reduce(
      (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )

  /** Into lines of at most this width: between words, within scripts that have none, and through words that are too long. */
  function wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    for (const paragraph of plain(text).split('\n')) {
      let line = ''
      for (const part of partsOf(paragraph)) {
        if (widthOf((line + part).trimEnd(), style) <= width) {
          line += part
          continue
        }
        if (line.trim() !== '') lines.push(line.trimEnd())
        line = ''
        for (const { segment } of segmenter.segment(part)) {
          if (line !== '' && widthOf(line + segment, style) > width) {
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

  const lineHeight = ({ size }: Style) => size * 1.4

  function drawLine(text: string, x: number, top: number, width: number, style: Style): void {
    const { size, weight = 'regular', color = ink, align = 'left' } = style
    let at = align === 'right' ? x + width - widthOf(text, style) : x
    for (const run of runsOf(text, weight)) {
      doc.font(run.font).fontSize(size).fillColor(color)
      doc.text(run.text, at, top, { lineBreak: false })
      at += doc.widthOfString(run.text)
    }
  }

  /** Draws from `top` and says how high it was. */
  function draw(lines: readonly string[], x: number, top: number, width: number, style: Style): number {
    for (const [index, line] of lines.entries())
      drawLine(line, x, top + index * lineHeight(style), width, style)
    return lines.length * lineHeight(style)
  }

  /** An element of the document's structure; what is drawn for it says the whole text to whoever cannot see it. */
  const element = (tag: string, text: string, work: () => void) =>
    doc.struct(tag, { actual: plain(text) }, work)

  const artifact = (work: () => void): void => {
    doc.markContent('Artifact', { type: 'Layout' })
    work()
    doc.endMarkedContent()
  }

  const line = (top: number, color = hairline, width = 0.75): void =>
    artifact(() => {
      doc
        .moveTo(page.margin, top)
        .lineTo(page.width - page.margin, top)
        .lineWidth(width)
        .strokeColor(color)
        .stroke()
    })

  function room(height: number): boolean {
    if (y + height <= page.height - page.bottom) return false
    doc.addPage()
    y = page.margin
    return true
  }

  function text(tag: 'H1' | 'H2' | 'P', given: string, style: Style, after: number): void {
    const lines = wrap(given, inner, style)
    room(lines.length * lineHeight(style))
    const top = y
    root.add(element(tag, given, () => draw(lines, page.margin, top, inner, style)))
    y += lines.length * lineHeight(style) + after
  }

  function masthead(name: string, number: string): void {
    artifact(() => {
      doc.rect(page.margin, y, 36, 4).fill(accent)
    })
    y += 16
    text('H1', name, { size: 25, weight: 'semibold' }, 2)
    text('P', number, { size: 12, color: faint }, 20)
  }

  function columns(blocks: readonly { title: string; text: string }[]): void {
    const gap = 24
    const width = (inner - gap * (blocks.length - 1)) / blocks.length
    const small: Style = { size: 8.5, weight: 'semibold', color: faint }
    const body: Style = { size: 10 }
    const wrapped = blocks.map((block) => ({ ...block, lines: wrap(block.text, width, body) }))
    const height = Math.max(...wrapped.map(({ lines }) => lines.length)) * lineHeight(body) + 16
    room(height)
    const top = y
    for (const [index, block] of wrapped.entries()) {
      const x = page.margin + index * (width + gap)
      root.add(element('H2', block.title, () => drawLine(block.title, x, top, width, small)))
      root.add(element('P', block.text, () => draw(block.lines, x, top + 16, width, body)))
    }
    y += height + 18
  }

  function table(heads: readonly Column[], rows: readonly (readonly Cell[])[]): void {
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
        put(head, () => drawLine(head, x, top, width, { ...headStyle, align }))
      }
    }
    const tableElement = doc.struct('Table')
    root.add(tableElement)
    room(60)
    const headRow = doc.struct('TR')
    tableElement.add(headRow)
    drawHeads(y, (head, work) => headRow.add(element('TH', head, work)))
    y += 15
    line(y)
    y += 8
    for (const row of rows) {
      const cells = row.map((cell, index) => {
        const { text: main, below } = typeof cell === 'string' ? { text: cell, below: '' } : cell
        const { width } = box(index)
        return {
          text: below === '' ? main : `${main}\n${below}`,
          lines: wrap(main, width, { size: 10 }),
          lower: below === '' ? [] : wrap(below, width, { size: 8.5 }),
        }
      })
      const height = Math.max(...cells.map(({ lines, lower }) => lines.length * 14 + lower.length * 12))
      if (room(height + 16)) {
        artifact(() => drawHeads(y, (_, work) => work()))
        y += 15
        line(y)
        y += 8
      }
      const top = y
      const rowElement = doc.struct('TR')
      tableElement.add(rowElement)
      for (const [index, { text: whole, lines, lower }] of cells.entries()) {
        const { x, width, align } = box(index)
        rowElement.add(
          element('TD', whole, () => {
            const used = draw(lines, x, top, width, { size: 10, align })
            draw(lower, x, top + used, width, { size: 8.5, color: faint, align })
          }),
        )
      }
      y += height + 6
      line(y)
      y += 8
      rowElement.end()
    }
    tableElement.end()
    y += 4
  }

  function sums(list: readonly Sum[]): void {
    for (const { label, value, strong = false } of list) {
      const style: Style = {
        size: strong ? 13 : 10,
        weight: strong ? 'semibold' : 'regular',
        color: strong ? ink : faint,
      }
      room(lineHeight(style) + 4)
      const top = y
      const left = page.margin + inner * 0.4
      root.add(
        element('P', `${label}: ${value}`, () => {
          drawLine(plain(label), left, top, inner * 0.35, style)
          drawLine(value, left, top, inner * 0.6, { ...style, color: ink, align: 'right' })
        }),
      )
      y += lineHeight(style) + 3
    }
    y += 16
  }

  function drawPart(part: PaperPart): void {
    if (part.kind === 'masthead') masthead(part.name, part.number)
    else if (part.kind === 'columns') columns(part.blocks)
    else if (part.kind === 'table') table(part.heads, part.rows)
    else if (part.kind === 'sums') sums(part.sums)
    else if (part.kind === 'paragraph') text('P', part.text, { size: 10 }, 8)
    else text('P', part.text, { size: 8.5, color: faint }, 6)
  }

  function drawFeet(): void {
    const { count } = doc.bufferedPageRange()
    const style: Style = { size: 8.5, color: faint }
    const top = page.height - 56
    for (let index = 0; index < count; index += 1) {
      doc.switchToPage(index)
      const pageText = foot.replace('{page}', String(index + 1)).replace('{pages}', String(count))
      artifact(() => {
        drawLine(wrap(author, inner * 0.55, style)[0] ?? '', page.margin, top, inner * 0.55, style)
        drawLine(pageText, page.margin, top, inner, { ...style, align: 'right' })
      })
    }
  }

  for (const part of parts) drawPart(part)
  drawFeet()
  root.end()
  return new Promise((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
    doc.end()
  })
}

/** Composed, on lines, and without what controls a terminal or turns the direction of writing. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
      ' ',
    )
}

/** Words with the space behind them; single characters where a script breaks anywhere. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (const word of text.split(/(?<= )/)) {
    if (!breakAnywhere.test(word)) parts.push(word)
    else for (const { segment } of segmenter.segment(word)) parts.push(segment)
  }
  return parts
}
