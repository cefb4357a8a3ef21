/** Draws a card to hand over as tagged PDF: one A5 landscape page with a code to type and the same as a QR code. */
import type { Language } from '@apogee/domain/languages.ts'
import { bytesOf, cut, drawCode, drawMark, gold, newSheet } from './sheet-parts.ts'
import { faint, ink, plain, Typesetter, type Style } from './typesetter.ts'

/** The texts of a card are plain data, so that a worker thread can draw it. */
export interface CardSheet {
  kind: 'card'
  title: string
  language: Language
  at: Date
  heading: string
  courses: readonly string[]
  /** An empty text means none. */
  message: string
  from: string
  code: { label: string; value: string }
  /** `address` is in the QR code, and `page` is the printed address at which the code is typed. */
  way: { label: string; address: string; page: string; alt: string }
}

const page = { width: 595.28, height: 419.53, margin: 44, frame: 18 }
const inner = page.width - 2 * page.margin
const line = '#c9cfdc'
const qrSize = 82
const footTop = 296
/** Texts end before the planet and its orbits. */
const textWidth = inner - 120

/** Blocks the thread while it draws, like `drawPdf`. */
export const drawCard = (sheet: CardSheet): Promise<Buffer> => new CardDrawing(sheet).draw()

class CardDrawing {
  readonly #sheet: CardSheet
  readonly #doc: PDFKit.PDFDocument
  readonly #root
  readonly #type
  #y = 92

  constructor(sheet: CardSheet) {
    this.#sheet = sheet
    this.#doc = newSheet('A5', { ...sheet, author: 'Apogee' })
    this.#type = new Typesetter(this.#doc)
    this.#root = this.#doc.struct('Document')
  }

  draw(): Promise<Buffer> {
    this.#doc.addStructure(this.#root)
    this.#drawArt()
    this.#drawTexts()
    this.#drawFoot()
    this.#root.end()
    return bytesOf(this.#doc)
  }

  /** Draws the frame, the orbits in the upper right corner and the mark. */
  #drawArt(): void {
    const doc = this.#doc
    const { frame, width, height } = page
    doc.markContent('Artifact', { type: 'Layout' })
    doc.save()
    doc.roundedRect(frame, frame, width - 2 * frame, height - 2 * frame, 10).clip()
    doc.translate(width - 84, 82).rotate(-24)
    doc.lineWidth(0.9).strokeColor(line)
    for (const [across, down] of [
      [44, 26],
      [76, 46],
      [114, 72],
    ] as const)
      doc.ellipse(0, 0, across, down).stroke()
    doc.circle(0, 0, 15).fillAndStroke('#f3f5f9', line)
    doc.circle(-76, 0, 5).fill(gold)
    doc.restore()
    doc
      .roundedRect(frame, frame, width - 2 * frame, height - 2 * frame, 10)
      .lineWidth(0.75)
      .strokeColor(line)
      .stroke()
    drawMark(doc, this.#type, { x: page.margin, y: 56 })
    doc.endMarkedContent()
  }

  /** Draws the heading, the titles, the message and the sender. What does not fit above the foot is cut. */
  #drawTexts(): void {
    const { heading, courses, message, from } = this.#sheet
    this.#fitted('H1', heading, [26, 22, 18], 2, 8)
    const titles: Style = { size: courses.length > 2 ? 11 : 14, weight: 'semibold' }
    for (const course of courses) this.#block('P', course, titles, courses.length > 2 ? 1 : 2, 3)
    this.#y += 6
    const small: Style = { size: 11, color: faint }
    const room = footTop - 10 - this.#y - (from === '' ? 0 : this.#type.lineHeight(small) + 4)
    const most = Math.max(0, Math.floor(room / this.#type.lineHeight(small)))
    if (message !== '' && most > 0) this.#block('P', message.replaceAll(/\s+/gu, ' '), small, most, 4)
    if (from !== '') this.#block('P', from, { size: 11, weight: 'semibold' }, 1, 0)
  }

  #fitted(tag: 'H1', text: string, sizes: readonly number[], most: number, after: number): void {
    const fits = (size: number) =>
      this.#type.wrap(text, textWidth, { size, weight: 'semibold' }).length <= most
    const size = sizes.find(fits) ?? sizes.at(-1) ?? 0
    this.#block(tag, text, { size, weight: 'semibold' }, most, after)
  }

  #block(tag: 'H1' | 'P', text: string, style: Style, most: number, after: number): void {
    const lines = cut(this.#type.wrap(text, textWidth, style), most)
    const top = this.#y
    this.#element(tag, text, () => {
      this.#y += this.#type.draw(lines, page.margin, top, textWidth, style)
    })
    this.#y += after
  }

  #drawFoot(): void {
    const { code, way } = this.#sheet
    const small: Style = { size: 9, color: faint }
    this.#doc.markContent('Artifact', { type: 'Layout' })
    this.#doc
      .moveTo(page.margin, footTop)
      .lineTo(page.margin + inner, footTop)
      .lineWidth(0.75)
      .strokeColor(line)
      .stroke()
    this.#doc.endMarkedContent()
    const width = inner - qrSize - 20
    this.#element('P', `${code.label}: ${code.value}`, () => {
      this.#type.drawLine(code.label, page.margin, footTop + 14, width, small)
      this.#type.drawLine(code.value, page.margin, footTop + 27, width, {
        size: 22,
        weight: 'semibold',
        color: ink,
      })
    })
    this.#element('P', `${way.label} ${way.page}`, () => {
      this.#type.drawLine(way.label, page.margin, footTop + 60, width, small)
      const lines = cut(this.#type.wrap(way.page, width, { size: 10 }), 2)
      this.#type.draw(lines, page.margin, footTop + 73, width, { size: 10 })
    })
    const left = page.width - page.margin - qrSize
    this.#root.add(drawCode(this.#doc, way, { left, top: footTop + 10, width: qrSize }))
  }

  #element(tag: string, text: string, work: () => void): void {
    this.#root.add(this.#doc.struct(tag, { actual: plain(text) }, work))
  }
}
