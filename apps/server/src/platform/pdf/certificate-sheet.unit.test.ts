import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { encode } from 'uqr'
import { expect, test, vi } from 'vitest'
import { drawCertificate, type CertificateSheet } from './certificate-sheet.ts'
import { ownFonts } from './pdf-fonts.ts'
import { Typesetter } from './typesetter.ts'

const address = 'https://learn.example.my/certificates/AbCdEfGhIjKlMnOpQrStUv'
const sheet = (given: Partial<CertificateSheet> = {}): CertificateSheet => ({
  title: 'Certificate',
  language: 'ms',
  author: 'A school',
  at: new Date(0),
  heading: 'Certificate of completion',
  beforeName: 'This certifies that',
  name: 'Aisyah Rahman',
  afterName: 'has completed the course',
  course: 'Git Without Fear',
  offeredBy: 'offered by A school',
  stations: 3,
  modules: ['3 modules: One', 'Two', 'Three'],
  facts: [
    { label: 'Instructor', value: 'Daniel Wong' },
    { label: 'Certificate ID', value: 'AbCdEfGhIjKlMnOpQrStUv' },
  ],
  check: { label: 'Verify at', address, alt: 'QR code' },
  ...given,
})

const contentOf = (pdf: Buffer): string =>
  [...pdf.toString('latin1').matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, body]) => inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1'))
    .join('\n')
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length

test('a certificate is one tagged page that declares its language', async () => {
  const pdf = await drawCertificate(sheet())
  expect(pagesOf(pdf)).toBe(1)
  expect(pdf.toString('latin1')).toContain('/StructTreeRoot')
  expect(pdf.toString('latin1')).toContain('/Lang (ms)')
})

test('the QR code of a certificate holds the address of its public page', async () => {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const drawn = contentOf(await drawCertificate(sheet()))
  const rectangles = [...drawn.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map(([, ...numbers]) =>
    numbers.map(Number),
  )
  const unit = 84 / size
  const rows = rectangles.filter(([, , , height = 0]) => Math.abs(height - unit) < 0.01)
  const left = Math.min(...rows.map(([x = 0]) => x))
  const top = Math.min(...rows.map(([, y = 0]) => y))
  const read = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [x = 0, y = 0, width = 0] of rows) {
    const [from, row, count] = [(x - left) / unit, (y - top) / unit, width / unit].map(Math.round)
    for (let place = 0; place < (count ?? 0); place += 1) (read[row ?? 0] ?? [])[(from ?? 0) + place] = true
  }
  expect(read).toEqual(data)
})

test.each([
  ['Chinese', '李小龙 有限公司'],
  ['Tamil', 'தமிழ்ச்செல்வி'],
  ['Arabic and Jawi', 'محمد بن عبدالله كوالا لومڤور'],
  ['one word without an end', 'x'.repeat(120)],
  ['nothing', ''],
])('a certificate for a name in %s fits its page', async (_, text) => {
  const facts = [
    { label: 'Instructor', value: text },
    { label: 'Certificate ID', value: 'AbCdEfGhIjKlMnOpQrStUv' },
  ]
  expect(pagesOf(await drawCertificate(sheet({ name: text, course: text, offeredBy: text, facts })))).toBe(1)
})

const long = 'Wan Nur Aisyah binti Wan Ahmad Zainal Abidin '
const modulesOf = (title: string, count = 40) =>
  Array.from({ length: count }, (_, place) => `${place + 1} ${title}`)

test.each<[string, Partial<CertificateSheet>]>([
  ['a name and a title of two lines', { name: long, course: long.repeat(2) }],
  [
    'long names, and 40 modules with long titles',
    { name: long, course: long, stations: 40, modules: modulesOf(long) },
  ],
  ['40 modules in Tamil', { name: 'தமிழ்ச்செல்வி', stations: 40, modules: modulesOf('அறிமுகம்') }],
  ['40 modules in Arabic', { name: 'محمد بن عبدالله', stations: 40, modules: modulesOf('مقدمة') }],
  ['40 modules in Chinese', { name: '李小龙', stations: 40, modules: modulesOf('简介') }],
  ['texts without an end', { name: long.repeat(6), course: long.repeat(6), modules: modulesOf(long, 3) }],
])('a certificate with %s keeps its texts above the foot', async (_, given) => {
  const signature = { png: await png(600, 200), alt: 'Signature' }
  const drawn = vi.spyOn(Typesetter.prototype, 'drawLine')
  for (const more of [
    {},
    { signer: { name: 'Aminah', role: '', signature } },
    { logo: await png(400, 200) },
  ]) {
    drawn.mockClear()
    expect(pagesOf(await drawCertificate(sheet({ ...given, ...more })))).toBe(1)
    const boxes = drawn.mock.calls.map(([text, , top, , { size }]) => ({ text, top, end: top + size * 1.4 }))
    expect(boxes.filter(({ top, end }) => top < 440 && end > 440)).toEqual([])
  }
  drawn.mockRestore()
})

/** Creates a PNG of this size with dark strokes on a transparent background. */
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.2 } } })
    .png()
    .toBuffer()
/** Returns width, height, left and bottom of each picture, in points from the top left. */
const drawnPictures = (pdf: Buffer) =>
  [...contentOf(pdf).matchAll(/^([\d.]+) 0 0 -([\d.]+) ([\d.]+) ([\d.]+) cm\n\/I\d+ Do/gm)].map(
    ([, ...numbers]) => numbers.map(Number),
  )

test.each([
  ['a wide signature fills 60 mm', 600, 100, 170, 170 / 6],
  ['a tall signature fills 20 mm', 100, 300, 56.7 / 3, 56.7],
])('%s and stands on the line', async (_, width, height, wide, high) => {
  const signature = { png: await png(width, height), alt: 'Signature of Aminah' }
  const pdf = await drawCertificate(sheet({ signer: { name: 'Aminah', role: '', signature } }))
  const [[w = 0, h = 0, left = 0, bottom = 0] = []] = drawnPictures(pdf)
  expect([w, h]).toEqual([expect.closeTo(wide, 1), expect.closeTo(high, 1)])
  expect(left).toBeCloseTo(841.89 - 64 - 190, 1)
  expect(bottom).toBeCloseTo(384, 1)
  expect(pdf.toString('latin1')).toContain('/Alt (Signature of Aminah)')
})

test('the logo stands before the seller, and stays above the foot below the longest name and title', async () => {
  const logo = await png(400, 400)
  const text = 'Xylophone '.repeat(20)
  for (const given of [{}, { name: text, course: text }]) {
    const pdf = await drawCertificate(sheet({ logo, ...given }))
    expect(pagesOf(pdf)).toBe(1)
    const [[, height = 0, left = 0, bottom = 0] = []] = drawnPictures(pdf)
    expect(left).toBe(64)
    expect(height).toBeGreaterThanOrEqual(14)
    expect(bottom).toBeLessThan(440)
  }
})

test('words that are written from right to left stay together, so that they keep their order', () => {
  const doc = new PDFDocument()
  for (const [weight, path] of Object.entries(ownFonts)) doc.registerFont(weight, path)
  expect(new Typesetter(doc).runsOf('محمد علي', 'semibold')).toHaveLength(1)
})

test.each([
  ['李小龙 陳國強', 'sc'],
  ['கார்த்திக் குமார்', 'tamil'],
  ['محمد علي فاطمة', 'arabic'],
  ['สมชาย ใจดี', 'thai'],
])('%s is printed with a typeface of the product', async (name, script) => {
  const doc = new PDFDocument()
  for (const [weight, path] of Object.entries(ownFonts)) doc.registerFont(weight, path)
  const runs = new Typesetter(doc).runsOf(name, 'semibold')
  expect(runs.map(({ text }) => text).join('')).toBe(name)
  expect(runs.every(({ font }) => font.endsWith(`noto-sans-${script}.ttf`))).toBe(true)
  // If a part of a typeface cannot be embedded, drawing fails only when the document ends.
  expect((await drawCertificate(sheet({ name }))).length).toBeGreaterThan(1000)
})

test('letters of another typeface stand on the line of the others', () => {
  const doc = new PDFDocument()
  for (const [weight, path] of Object.entries(ownFonts)) doc.registerFont(weight, path)
  const drawn = vi.spyOn(doc, 'text')
  new Typesetter(doc).drawLine('Ali 李 علي', 0, 100, 500, { size: 20 })
  const parts = drawn.mock.calls.map((call: unknown[]) => ({ y: call[2], options: call[3] }))
  expect(parts).toHaveLength(3)
  for (const part of parts)
    expect(part).toMatchObject({ y: parts[0]?.y, options: { baseline: 'alphabetic' } })
})
