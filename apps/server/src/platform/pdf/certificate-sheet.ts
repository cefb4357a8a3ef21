/**
 * Draws a certificate as tagged PDF: one A4 landscape page, line art on white paper, and a QR code that leads to its public page.
 */
import type { Language } from '@apogee/domain/languages.ts'
import { pathAlong, stationsOn, type Orbit } from '@apogee/domain/orbit-path.ts'
import { bytesOf, cut, drawCode, drawMark, fittedPicture, gold, newSheet } from './sheet-parts.ts'
import { faint, ink, plain, Typesetter, type Style } from './typesetter.ts'

/** The texts of a certificate are plain data, so that a worker thread can draw the certificate. */
export interface CertificateSheet {
  title: string
  language: Language
  /** This is the issuer. */
  author: string
  at: Date
  /** This is a text such as 'Certificate of completion'. */
  heading: string
  beforeName: string
  name: string
  afterName: string
  course: string
  offeredBy: string
  /** Counts the modules of the course, which are drawn as stations. Is 0 if the certificate did not record them. */
  stations: number
  /** Contains the titles of the modules. */
  modules: readonly string[]
  /** The last fact must be the id of the certificate. */
  facts: readonly { label: string; value: string }[]
  /** The signer appears above a line on the right. `role` may be empty. */
  signer?: { name: string; role: string; signature?: { png: Uint8Array; alt: string } }
  /** The logo is a PNG. It is drawn before `offeredBy`. */
  logo?: Uint8Array
  /** This is the seller's colour. It carries no text, so that every colour is possible. */
  colour?: string
  /** `address` is that of the public page. It is printed as a QR code and as text. */
  check: { label: string; address: string; alt: string }
}

const page = { width: 841.89, height: 595.28, margin: 64, frame: 26, radius: 10 }
/** The strip of the seller's colour along the upper edge of the frame has this height. */
const stripHeight = 13
const inner = page.width - 2 * page.margin
const line = '#c9cfdc'
const qrSize = 84
/** These are the position of the signer and the gap beside it, in points. */
const signing = { width: 190, top: 388, gap: 24 }
/** All lengths are in points. The box of the signature is 60 × 20 mm. */
const signatureBox = { width: 170, height: 56.7, above: 4 }
/** `least` is the height of a logo that fits below the longest texts. */
const logoBox = { width: 110, height: 32, least: 14, gap: 8 }
const footTop = 440
const idWidth = 178
const lesser: Style = { size: 12, color: faint }
const tiny: Style = { size: 8.5, color: faint }
/** The texts use the first of these sizes that fit. */
const nameSizes = [46, 38, 32, 26, 20, 16]
const courseSizes = [26, 22, 18, 15, 12]
const mostModuleLines = 2
const separator = ' · '
const modulesGap = 6
/** The stations are on the widest orbit. */
const orbit: Orbit = { x: 588, y: 156, across: 194, down: 106, turn: -14 }

/** Blocks the thread while it draws, like `drawPdf`. */
export const drawCertificate = (sheet: CertificateSheet): Promise<Buffer> => new SheetDrawing(sheet).draw()

class SheetDrawing {
  readonly #sheet: CertificateSheet
  readonly #doc: PDFKit.PDFDocument
  readonly #root
  readonly #type
  #moduleRows: readonly string[] | undefined
  #y = 0

  constructor(sheet: CertificateSheet) {
    this.#sheet = sheet
    this.#doc = newSheet('A4', sheet)
    this.#type = new Typesetter(this.#doc)
    this.#root = this.#doc.struct('Document')
  }

  draw(): Promise<Buffer> {
    this.#doc.addStructure(this.#root)
    this.#artifact(() => {
      this.#drawFrame()
      this.#drawOrbits()
      drawMark(this.#doc, this.#type, { x: page.margin, y: 78 })
    })
    this.#drawText()
    this.#drawSigner()
    this.#drawFoot()
    this.#root.end()
    return bytesOf(this.#doc)
  }

  #artifact(work: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    work()
    this.#doc.endMarkedContent()
  }

  #drawFrame(): void {
    const { frame, width, height, radius } = page
    const { colour } = this.#sheet
    const doc = this.#doc
    const trace = () => doc.roundedRect(frame, frame, width - 2 * frame, height - 2 * frame, radius)
    if (colour !== undefined) {
      doc.save()
      trace().clip()
      doc.rect(frame, frame, width - 2 * frame, stripHeight).fill(colour)
      doc.restore()
    }
    trace().lineWidth(0.75).strokeColor(line).stroke()
  }

  /** Draws the line art: three orbits around one planet, stars, and the stations on the way to the apogee of the widest orbit. */
  #drawOrbits(): void {
    const doc = this.#doc
    const { frame, width, height } = page
    doc.save()
    doc.rect(frame, frame, width - 2 * frame, height - 2 * frame).clip()
    for (const [x, y, radius] of stars) doc.circle(x, y, radius).fill(line)
    doc.save()
    doc.translate(orbit.x, orbit.y).rotate(orbit.turn)
    doc.lineWidth(0.9).strokeColor(line)
    for (const [centre, across, down] of orbits) doc.ellipse(centre, 0, across, down).stroke()
    doc.circle(-142, 0, 24).fillAndStroke('#f3f5f9', line)
    doc.ellipse(-142, 0, 39, 8.5).stroke()
    doc.restore()
    this.#drawStations()
    doc.restore()
  }

  #drawStations(): void {
    const doc = this.#doc
    const { stations } = this.#sheet
    const points = stationsOn(orbit, Math.max(1, stations))
    doc.lineWidth(1.8).strokeColor(gold)
    if (stations > 0) doc.path(pathAlong(orbit)).stroke()
    const radius = stations > 20 ? 2.6 : 4
    for (const [place, [x, y]] of points.entries()) {
      if (place === points.length - 1) doc.circle(x, y, 6.5).fill(gold)
      else doc.circle(x, y, radius).fillAndStroke('#ffffff', gold)
    }
  }

  /** Draws the texts from the heading to the modules. Long names and titles use smaller type. */
  #drawText(): void {
    const { heading, beforeName, name, afterName, course, offeredBy, modules } = this.#sheet
    this.#y = 148
    this.#paragraph('H1', heading, { size: 15, weight: 'semibold', color: '#9a6b00' }, 16)
    this.#paragraph('P', beforeName, lesser, 4)
    const beside = this.#sheet.signer ? inner - signing.width - signing.gap : inner
    const [nameStyle, courseStyle] = this.#styles(beside)
    this.#title(name, nameStyle, inner, 8)
    this.#paragraph('P', afterName, lesser, 6)
    this.#title(course, courseStyle, beside, 6)
    const { indent, bottom } = this.#drawLogo(beside)
    this.#paragraph('P', offeredBy, lesser, 0, beside - indent, page.margin + indent)
    if (modules.length === 0) return
    this.#y = Math.max(this.#y, bottom) + modulesGap
    this.#lines('P', modules.join(separator), this.#moduleLines(beside), tiny)
  }

  /** Chooses the largest sizes in which name and title need two lines at most, and everything below them stays above the foot. */
  #styles(beside: number): [name: Style, course: Style] {
    const { name, course, offeredBy, logo, signer } = this.#sheet
    const high = (text: string, width: number, style: Style) =>
      this.#type.wrap(text, width, style).length * this.#type.lineHeight(style)
    const names = nameSizes.map((size): Style => ({ size, weight: 'semibold' }))
    const courses = courseSizes.map((size): Style => ({ size, weight: 'semibold' }))
    const below =
      Math.max(high(offeredBy, beside, lesser), logo ? logoBox.height : 0) + this.#modulesHeight(beside)
    const nameEnd = signer?.signature ? signing.top - signatureBox.above - signatureBox.height : footTop
    for (let step = 0; step < nameSizes.length + courseSizes.length - 1; step += 1)
      for (const [place, nameStyle] of names.entries()) {
        const courseStyle = courses[step - place]
        if (!courseStyle) continue
        const end = this.#y + high(name, inner, nameStyle)
        const height = high(course, beside, courseStyle)
        const isShort = (given: number, style: Style) => given < 2.5 * this.#type.lineHeight(style)
        if (!isShort(end - this.#y, nameStyle) || !isShort(height, courseStyle) || end > nameEnd) continue
        if (end + 8 + this.#type.lineHeight(lesser) + 6 + height + 6 + below <= footTop - 6)
          return [nameStyle, courseStyle]
      }
    return [names.at(-1) ?? lesser, courses.at(-1) ?? lesser]
  }

  /** Returns the lines that all modules, or the first of them, fill. Each module is measured once, because that takes long. */
  #moduleLines(width: number): readonly string[] {
    if (this.#moduleRows) return this.#moduleRows
    const lines: string[] = []
    const gap = this.#type.widthOf(separator, tiny)
    const room = width - this.#type.widthOf('…', tiny)
    let used = 0
    for (const module of this.#sheet.modules) {
      const wide = this.#type.widthOf(module, tiny)
      if (lines.length > 0 && used + gap + wide <= room) {
        lines.push(`${lines.pop() ?? ''}${separator}${module}`)
        used += gap + wide
      } else if (lines.length < mostModuleLines) {
        lines.push(this.#type.wrap(module, room, tiny)[0] ?? '')
        used = wide
      } else {
        lines.push(`${lines.pop() ?? ''}…`)
        break
      }
    }
    this.#moduleRows = lines
    return lines
  }

  #modulesHeight(beside: number): number {
    const lines = this.#moduleLines(beside).length
    return lines === 0 ? 0 : modulesGap + lines * this.#type.lineHeight(tiny)
  }

  /**
   * Draws the logo above the foot, centred vertically on the text that follows. Returns the width that it takes, and where it ends.
   */
  #drawLogo(beside: number): { indent: number; bottom: number } {
    const { logo, offeredBy } = this.#sheet
    if (!logo) return { indent: 0, bottom: 0 }
    const top = this.#y
    const most = footTop - 8 - this.#modulesHeight(beside) - top
    const room = Math.min(logoBox.height, Math.max(logoBox.least, most))
    const { size, draw } = fittedPicture(this.#doc, logo, { width: logoBox.width, height: room })
    const indent = size.width + logoBox.gap
    const lines = this.#type.wrap(offeredBy, beside - indent, lesser).length
    // The logo needs no alternative text, because the text beside it says the same.
    this.#artifact(() => draw(page.margin, top))
    this.#y = top + Math.max(0, (size.height - lines * this.#type.lineHeight(lesser)) / 2)
    return { indent, bottom: top + size.height }
  }

  #drawSigner(): void {
    const { signer } = this.#sheet
    if (!signer) return
    const { width, top } = signing
    const x = page.width - page.margin - width
    this.#artifact(() => {
      this.#doc
        .moveTo(x, top)
        .lineTo(x + width, top)
        .lineWidth(0.75)
        .strokeColor(ink)
        .stroke()
    })
    this.#drawSignature(x)
    const body: Style = { size: 11, weight: 'semibold' }
    this.#element('P', [signer.name, signer.role].filter(Boolean).join(', '), () => {
      const [name = ''] = cut(this.#type.wrap(signer.name, width, body), 1)
      const [role = ''] = cut(this.#type.wrap(signer.role, width, tiny), 1)
      this.#type.drawLine(name, x, top + 6, width, body)
      this.#type.drawLine(role, x, top + 23, width, tiny)
    })
  }

  #drawSignature(x: number): void {
    const signature = this.#sheet.signer?.signature
    if (!signature) return
    const { size, draw } = fittedPicture(this.#doc, signature.png, signatureBox)
    const { alt } = signature
    const y = signing.top - signatureBox.above - size.height
    this.#root.add(this.#doc.struct('Figure', { alt }, () => draw(x, y)))
  }

  #paragraph(
    tag: 'H1' | 'H2' | 'P',
    text: string,
    style: Style,
    after: number,
    width = inner,
    left = page.margin,
  ): void {
    this.#lines(tag, text, this.#type.wrap(text, width, style), style, left)
    this.#y += after
  }

  /** Draws at most two lines of the text. Further lines are cut off. */
  #title(text: string, style: Style, width: number, after: number): void {
    this.#lines('H2', text, cut(this.#type.wrap(text, width, style), 2), style)
    this.#y += after
  }

  #lines(tag: string, text: string, lines: readonly string[], style: Style, left = page.margin): void {
    const top = this.#y
    this.#element(tag, text, () => {
      this.#y += this.#type.draw(lines, left, top, inner, style)
    })
  }

  #element(tag: string, text: string, work: () => void): void {
    this.#root.add(this.#doc.struct(tag, { actual: plain(text) }, work))
  }

  /** Draws the facts in columns, and the address and the QR code for verification. */
  #drawFoot(): void {
    const { facts, check } = this.#sheet
    const body: Style = { size: 11, weight: 'semibold' }
    const space = inner - qrSize - 32
    this.#artifact(() => {
      this.#doc
        .moveTo(page.margin, footTop)
        .lineTo(page.margin + space, footTop)
        .lineWidth(0.75)
        .strokeColor(line)
        .stroke()
    })
    const gap = 20
    // The id is the last fact and the longest word, so its column has a width of its own.
    const share = (space - gap * (facts.length - 1) - idWidth) / (facts.length - 1)
    for (const [place, { label, value }] of facts.entries()) {
      const x = page.margin + place * (share + gap)
      const width = place === facts.length - 1 ? idWidth : share
      const lines = cut(this.#type.wrap(value, width, body), 2)
      this.#element('P', `${label}: ${value}`, () => {
        this.#type.drawLine(label, x, footTop + 14, width, tiny)
        this.#type.draw(lines, x, footTop + 28, width, body)
      })
    }
    const lines = cut(this.#type.wrap(check.address, space, { size: 9.5 }), 2)
    this.#element('P', `${check.label}: ${check.address}`, () => {
      this.#type.drawLine(check.label, page.margin, footTop + 68, space, tiny)
      this.#type.draw(lines, page.margin, footTop + 81, space, { size: 9.5 })
    })
    const left = page.width - page.margin - qrSize
    this.#root.add(drawCode(this.#doc, check, { left, top: footTop + 4, width: qrSize }))
  }
}

/** Each orbit has a centre, half its width and half its height, all measured on the turned orbit of the stations. */
const orbits = [
  [0, orbit.across, orbit.down],
  [-50, 133, 71],
  [-89, 85, 45],
] as const

const stars = [
  [470, 62, 1.3],
  [520, 118, 0.9],
  [612, 48, 0.9],
  [664, 92, 1.6],
  [742, 60, 1],
  [788, 176, 1.4],
  [760, 262, 0.9],
  [676, 318, 1.2],
  [596, 352, 0.8],
  [792, 352, 1.1],
] as const
