import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawPdf, type Paper, type PaperPart } from './pdf.ts'
import { renderPaper } from './render-pdf.ts'

const paper = (parts: PaperPart[], given: Partial<Paper> = {}): Paper => ({
  title: 'Receipt R-2026-000001',
  language: 'en',
  author: 'A school',
  at: new Date(0),
  parts,
  foot: 'Page {page} of {pages}',
  ...given,
})

/** Returns the content of the file with its compressed streams inflated. */
function openedUp(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, body]) => {
      try {
        return inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1')
      } catch {
        // A stream that cannot be inflated is not compressed.
        return body ?? ''
      }
    },
  )
  return [pdf.toString('latin1'), ...streams].join('\n')
}

const pagesOf = (pdf: Buffer) => openedUp(pdf).match(/\/Type \/Page\b(?!s)/g)?.length

test('a printed document is tagged, declares its language, and embeds its typeface', async () => {
  const pdf = openedUp(await drawPdf(paper([{ kind: 'paragraph', text: 'Helo' }], { language: 'ms' })))
  expect(pdf).toContain('/StructTreeRoot')
  expect(pdf).toContain('/Lang (ms)')
  expect(pdf).toMatch(/\/FontFile2 \d+ 0 R/)
  expect(pdf).toContain('ApogeeSans-Regular')
})

test.each([
  ['Chinese', '李小龙 有限公司'],
  ['Tamil', 'தமிழ்ச்செல்வி'],
  ['Arabic and Jawi', 'محمد بن عبدالله كوالا لومڤور'],
  ['faces', '🧑‍🚀 Aisyah 👩🏽‍🏫'],
  ['marks that turn the writing', '\u202eevil\u202c \u0000 \u0007'],
  ['half a character', 'broken \ud83d name'],
  ['one word without an end', 'x'.repeat(120)],
  ['nothing', ''],
])('a name in %s can be drawn', async (_, text) => {
  const pdf = await drawPdf(
    paper(
      [
        { kind: 'masthead', name: text, number: text },
        { kind: 'columns', blocks: [{ title: text, text }] },
        { kind: 'table', heads: [{ title: 'Item', share: 1 }], rows: [[{ text, below: text }]] },
        { kind: 'sums', sums: [{ label: text, value: 'RM 1.00' }] },
      ],
      { title: text, author: text },
    ),
  )
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesOf(pdf)).toBe(1)
})

test('a copy of an Arabic name has its own letters where letters share a shape', async () => {
  const pdf = openedUp(await drawPdf(paper([{ kind: 'paragraph', text: 'سبسنس' }])))
  // The map from glyphs to texts contains each letter, with the code points of beh and noon.
  expect(pdf).toMatch(/beginbfrange[^]*<0628>[^]*endbfrange/)
  expect(pdf).toMatch(/beginbfrange[^]*<0646>[^]*endbfrange/)
})

test('a long table continues over the pages', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => [`Course ${index}`, 'RM 1.00'])
  const heads = [
    { title: 'Item', share: 3 },
    { title: 'Amount', share: 1 },
  ]
  expect(pagesOf(await drawPdf(paper([{ kind: 'table', heads, rows }])))).toBe(5)
})

test('documents are drawn by a worker thread, also several at once', async () => {
  const all = await Promise.all(
    ['One', 'Two', 'Three'].map((text) => renderPaper(paper([{ kind: 'paragraph', text }]))),
  )
  expect(all.map((pdf) => pdf.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-', '%PDF-'])
})
