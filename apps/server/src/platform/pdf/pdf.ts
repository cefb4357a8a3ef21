/** Draws A4 documents as tagged PDF: headings, facts, tables and sums, with the product's typeface embedded. */
import { inkOn } from '@apogee/domain/colour/contrast.ts'
import type { Language } from '@apogee/domain/languages.ts'
import PDFDocument from 'pdfkit'
import { ownFonts } from './pdf-fonts.ts'
import { cut, fittedPicture } from './sheet-parts.ts'
import { faint, ink, plain, Typesetter, type Style } from './typesetter.ts'

const page = { width: 595.28, height: 841.89, margin: 56, bottom: 90 }
const inner = page.width - 2 * page.margin
const hairline = '#d4d8e2'
const accent = '#3b5bdb'

/** The head of a seller's papers, in points. */
const band = {
  height: 48,
  radius: 8,
  padding: 14,
  logo: { width: 120, height: 28 },
  tile: 5,
  gap: 12,
  after: 22,
}

/** Describes how papers of a seller look. */
export interface PrintedLook {
  /** Null means that the seller has no colour. */
  colour: string | null
  /** The logo is a PNG. */
  logo?: Uint8Array
}

/** A document is plain data, so that a worker thread can draw it. */
export interface Paper {
  title: string
  language: Language
  /** This is the issuer. */
  author: string
  /** Absent means the platform's look. */
  look?: PrintedLook
  at: Date
  parts: readonly PaperPart[]
  /** This text is the footer of each page. '{page}' and '{pages}' in it are replaced. */
  foot: string
}

export type PaperPart =
  /** The masthead shows the document's name in large type, with the number below it. */
  | { kind: 'masthead'; name: string; number: string }
  /** The texts stand side by side, each under a small title. */
  | { kind: 'columns'; blocks: readonly { title: string; text: string }[] }
  | { kind: 'table'; heads: readonly Column[]; rows: readonly (readonly Cell[])[] }
  /** Sums follow a table directly. Each has a label and an amount. The last sum is emphasised by default. */
  | { kind: 'sums'; sums: readonly Sum[] }
  | { kind: 'paragraph'; text: string }
  | { kind: 'smallPrint'; text: string }

export interface Column {
  title: string
  /** The column has this share of the page's width. */
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

/** Blocks the thread while it draws. {@link renderPaper} draws in a worker thread. */
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
  readonly #type

  constructor(paper: Paper) {
    this.#paper = paper
    this.#doc = newDocument(paper)
    this.#type = new Typesetter(this.#doc)
    this.#root = this.#doc.struct('Document')
  }

  /** Adds an element to the document's structure. The element carries the whole text for screen readers. */
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
    const lines = this.#type.wrap(given, inner, style)
    this.#room(lines.length * this.#type.lineHeight(style))
    const top = this.#y
    this.#root.add(this.#element(tag, given, () => this.#type.draw(lines, page.margin, top, inner, style)))
    this.#y += lines.length * this.#type.lineHeight(style) + after
  }

  #masthead(name: string, number: string): void {
    const { look } = this.#paper
    if (look) this.#band(look)
    else {
      this.#artifact(() => {
        this.#doc.rect(page.margin, this.#y, 36, 4).fill(accent)
      })
      this.#y += 16
    }
    this.#text('H1', name, { size: 25, weight: 'semibold' }, 2)
    this.#text('P', number, { size: 12, color: faint }, 20)
  }

  /**
   * Shows the seller's logo and name on the seller's colour. The logo stands on white, because a logo may have any colour. The band is
   * an artifact, because the document names the seller below.
   */
  #band({ colour, logo }: PrintedLook): void {
    const top = this.#y
    let x = page.margin + (colour === null ? 0 : band.padding)
    this.#artifact(() => {
      if (colour !== null)
        this.#doc.roundedRect(page.margin, top, inner, band.height, band.radius).fill(colour)
      if (logo) {
        const { size, draw } = fittedPicture(this.#doc, logo, band.logo)
        const y = top + (band.height - size.height) / 2
        const { tile } = band
        if (colour !== null)
          this.#doc
            .roundedRect(x, y - tile, size.width + 2 * tile, size.height + 2 * tile, tile)
            .fill('#ffffff')
        x += colour === null ? 0 : tile
        draw(x, y)
        x += size.width + band.gap + (colour === null ? 0 : tile)
      }
      const onBand = colour === null ? ink : inkOn(colour)
      const style: Style = { size: 14, weight: 'semibold', color: onBand }
      const width = page.width - page.margin - band.padding - x
      const [name = ''] = cut(this.#type.wrap(this.#paper.author, width, style), 1)
      this.#type.drawLine(name, x, top + (band.height - this.#type.lineHeight(style)) / 2, width, style)
    })
    this.#y += band.height + band.after
  }

  #columns(blocks: readonly { title: string; text: string }[]): void {
    const gap = 24
    const width = (inner - gap * (blocks.length - 1)) / blocks.length
    const small: Style = { size: 8.5, weight: 'semibold', color: faint }
    const body: Style = { size: 10 }
    const wrapped = blocks.map((block) => ({ ...block, lines: this.#type.wrap(block.text, width, body) }))
    const height = Math.max(...wrapped.map(({ lines }) => lines.length)) * this.#type.lineHeight(body) + 16
    this.#room(height)
    const top = this.#y
    for (const [index, block] of wrapped.entries()) {
      const x = page.margin + index * (width + gap)
      this.#root.add(
        this.#element('H2', block.title, () => this.#type.drawLine(block.title, x, top, width, small)),
      )
      this.#root.add(
        this.#element('P', block.text, () => this.#type.draw(block.lines, x, top + 16, width, body)),
      )
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
        put(head, () => this.#type.drawLine(head, x, top, width, { ...headStyle, align }))
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
          lines: this.#type.wrap(main, width, { size: 10 }),
          lower: below === '' ? [] : this.#type.wrap(below, width, { size: 8.5 }),
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
            const used = this.#type.draw(lines, x, top, width, { size: 10, align })
            this.#type.draw(lower, x, top + used, width, { size: 8.5, color: faint, align })
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
      this.#room(this.#type.lineHeight(style) + 4)
      const top = this.#y
      const left = page.margin + inner * 0.4
      this.#root.add(
        this.#element('P', `${label}: ${value}`, () => {
          this.#type.drawLine(plain(label), left, top, inner * 0.35, style)
          this.#type.drawLine(value, left, top, inner * 0.6, { ...style, color: ink, align: 'right' })
        }),
      )
      this.#y += this.#type.lineHeight(style) + 3
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
        this.#type.drawLine(
          this.#type.wrap(this.#paper.author, inner * 0.55, style)[0] ?? '',
          page.margin,
          top,
          inner * 0.55,
          style,
        )
        this.#type.drawLine(pageText, page.margin, top, inner, { ...style, align: 'right' })
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
