/** Contains what certificates and cards share: the landscape page, the mark, and codes that a phone reads. */
import type { Language } from '@apogee/domain/languages.ts'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { ownFonts } from './pdf-fonts.ts'
import { ink, type Typesetter } from './typesetter.ts'

export const gold = '#e2a100'

/** Returns a document of one tagged landscape page without margins. */
export function newSheet(
  size: 'A4' | 'A5',
  { title, author, language, at }: { title: string; author: string; language: Language; at: Date },
): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size,
    layout: 'landscape',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Apogee', CreationDate: at },
  })
  for (const [weight, path] of Object.entries(ownFonts)) doc.registerFont(weight, path)
  return doc
}

/** Ends the document. Returns its bytes. */
export async function bytesOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  doc.end()
  const pieces: Buffer[] = []
  for await (const piece of doc) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Draws the mark with the name beside it. `x` is its left edge and `y` its centre. */
export function drawMark(
  doc: PDFKit.PDFDocument,
  type: Typesetter,
  { x, y }: { x: number; y: number },
): void {
  doc.save()
  doc.translate(x + 13, y)
  doc.save().rotate(-35).ellipse(0, 0, 13, 8.3).lineWidth(1.9).strokeColor(ink).stroke().restore()
  doc.circle(-5.2, 3.7, 3.5).fill(ink)
  doc.circle(10.6, -7.4, 4.6).fill('#ffffff')
  doc.circle(10.6, -7.4, 3.1).fill(gold)
  doc.restore()
  type.drawLine('Apogee', x + 36, y - 11, 200, { size: 16, weight: 'semibold' })
}

/** Fits a PNG into the box at the largest possible size. */
export function fittedPicture(
  doc: PDFKit.PDFDocument,
  png: Uint8Array,
  box: { width: number; height: number },
) {
  const bytes = Buffer.from(png)
  // The header of a PNG contains its size.
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const scale = Math.min(box.width / width, box.height / height)
  const size = { width: width * scale, height: height * scale }
  return { size, draw: (x: number, y: number) => doc.image(bytes, x, y, size) }
}

/** Draws a QR code as filled rectangles, one for each run of adjacent dark modules in a row. Returns its element. */
export function drawCode(
  doc: PDFKit.PDFDocument,
  { address, alt }: { address: string; alt: string },
  { left, top, width }: { left: number; top: number; width: number },
): PDFKit.PDFStructureElement {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const unit = width / size
  return doc.struct('Figure', { alt }, () => {
    for (const [row, modules] of data.entries()) {
      for (let from = 0; from < size; from += 1) {
        if (!modules[from]) continue
        let to = from
        while (modules[to]) to += 1
        doc.rect(left + from * unit, top + row * unit, (to - from) * unit, unit)
        from = to
      }
    }
    doc.fill('#000000')
    doc.link(left, top, width, width, address)
  })
}

/** Returns at most `most` lines, and marks the end if lines were left out. */
export const cut = (lines: readonly string[], most: number): string[] =>
  lines.length <= most
    ? [...lines]
    : [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, -1).trimEnd()}…`]
