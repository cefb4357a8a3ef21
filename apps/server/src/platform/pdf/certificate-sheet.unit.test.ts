import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { drawCertificate, type CertificateSheet } from './certificate-sheet.ts'
import { ownFonts } from './pdf-fonts.ts'
import { Typesetter } from './typesetter.ts'

const address = 'https://learn.example.my/certificates/AbCdEfGhIjKlMnOpQrStUv'
const sheet = (given: Partial<CertificateSheet> = {}): CertificateSheet => ({
  ...{ title: 'Certificate', language: 'ms', author: 'A school', at: new Date(0) },
  ...{ heading: 'Certificate of completion', beforeName: 'This certifies that', name: 'Aisyah Rahman' },
  ...{ afterName: 'has completed the course', course: 'Git Without Fear', offeredBy: 'offered by A school' },
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

test('words that are written from right to left stay together, so that they keep their order', () => {
  const doc = new PDFDocument()
  for (const [weight, path] of Object.entries(ownFonts)) doc.registerFont(weight, path)
  expect(new Typesetter(doc).runsOf('محمد علي', 'semibold')).toHaveLength(1)
})
