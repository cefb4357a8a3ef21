import { afterEach, expect, test, vi } from 'vitest'
import { asksForPassword } from './asks-for-password.ts'
import { firstBytes, readStart } from './document-file.ts'
import { needsPassword } from './needs-password.ts'
import { openDocument } from './open-document.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Returns a PDF whose pages say 'Page n'. `bytesBetween` bytes surround the text of each page, as large pictures do. */
function pdfOf(pages: number, bytesBetween: number, trailer = ''): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const offsets = [0]
  let length = 0
  const add = (part: Uint8Array) => {
    parts.push(part)
    length += part.length
  }
  const object = (number: number, content: string | Uint8Array) => {
    offsets[number] = length
    const isText = typeof content === 'string'
    add(Buffer.from(`${number} 0 obj\n${isText ? content : `<< /Length ${content.length} >>\nstream\n`}`))
    if (!isText) add(content)
    add(Buffer.from(isText ? '\nendobj\n' : '\nendstream\nendobj\n'))
  }
  const pageNumber = (index: number) => 4 + index * 4
  add(Buffer.from('%PDF-1.7\n'))
  const kids = Array.from({ length: pages }, (_, index) => `${pageNumber(index)} 0 R`)
  object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`)
  object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let index = 0; index < pages; index += 1) {
    const number = pageNumber(index)
    object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Contents ${number + 1} 0 R >>`,
    )
    object(number + 2, new Uint8Array(bytesBetween / 2))
    object(number + 1, Buffer.from(`BT /F 24 Tf 72 720 Td (Page ${index + 1}) Tj ET`))
    object(number + 3, new Uint8Array(bytesBetween / 2))
  }
  const start = length
  const rows = offsets.map((offset, number) =>
    number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
  )
  add(
    Buffer.from(
      `xref\n0 ${offsets.length}\n${rows.join('')}trailer\n<< /Size ${offsets.length} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`,
    ),
  )
  return new Uint8Array(Buffer.concat(parts))
}

/** Answers range requests like the server. Returns the number of bytes sent for each request. */
function serve(file: Uint8Array<ArrayBuffer>, answers: (request: number) => boolean = () => true): number[] {
  const sent: number[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: { range: string } }) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range) ?? []
    const part = file.slice(Number(first), Number(last) + 1)
    const isAnswered = answers(sent.length)
    sent.push(part.length)
    if (!isAnswered) throw new TypeError('The connection was lost')
    const range = `bytes ${first}-${Number(first) + part.length - 1}/${file.length}`
    return new Response(part, { status: 206, headers: { 'content-range': range } })
  })
  return sent
}

const signal = new AbortController().signal

async function open(onLost: (error: unknown) => void = () => undefined) {
  const start = await readStart('/media/1', signal)
  return openDocument({ address: '/media/1', start, onLost })
}

const textOf = async ({ pdf }: Awaited<ReturnType<typeof open>>, page: number) => {
  const { items } = await (await pdf.getPage(page)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

afterEach(() => vi.unstubAllGlobals())

test('a document of 50 MB shows its first page after less than 1 MB', async () => {
  const file = pdfOf(25, 2 * megabyte)
  expect(file.length).toBeGreaterThan(50 * megabyte)
  const sent = serve(file)
  const bytes = () => sent.reduce((sum, part) => sum + part, 0)
  const document = await open()
  expect([document.isWhole, document.pdf.numPages]).toEqual([false, 25])
  expect(await textOf(document, 1)).toBe('Page 1')
  expect(bytes()).toBeLessThan(megabyte)
  const before = bytes()
  expect(await textOf(document, 20)).toBe('Page 20')
  expect(bytes() - before).toBeLessThan(megabyte / 2)
  await document.close()
})

test('a document of the usual size comes with one request', async () => {
  const sent = serve(pdfOf(3, 60 * kilobyte))
  const document = await open()
  expect(await textOf(document, 3)).toBe('Page 3')
  expect([document.isWhole, sent.length]).toEqual([true, 1])
  await document.close()
})

test('a document from a server that sends no parts is read as a whole', async () => {
  const file = pdfOf(2, firstBytes)
  vi.stubGlobal('fetch', async () => new Response(file))
  const document = await open()
  expect([document.isWhole, await textOf(document, 2)]).toEqual([true, 'Page 2'])
  await document.close()
})

test('a part that did not come is asked for again, and then reported', async () => {
  const file = pdfOf(4, megabyte)
  let isCut = false
  const sent = serve(file, () => !isCut)
  const lost = Promise.withResolvers<unknown>()
  const document = await open(lost.resolve)
  await textOf(document, 1)
  isCut = true
  const before = sent.length
  // The promise never settles, because the viewer closes the document before the page arrives.
  void textOf(document, 4).catch(() => undefined)
  expect(await lost.promise).toMatchObject({ fault: 'unreachable' })
  expect(sent.length - before).toBeGreaterThanOrEqual(2)
  await document.close()
})

test('one lost connection does not stop a document', async () => {
  const file = pdfOf(4, megabyte)
  let lost = 0
  serve(file, (request) => request !== 2 || (lost += 1) === 0)
  const document = await open()
  expect(await textOf(document, 4)).toBe('Page 4')
  await document.close()
})

test('a file that is damaged or has a password says so', async () => {
  serve(new Uint8Array(Buffer.from('no PDF at all')))
  await expect(open()).rejects.toMatchObject({ fault: 'damaged' })
  const key = '41'.repeat(32)
  serve(
    pdfOf(1, 10, `/ID [<41> <41>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`),
  )
  await expect(open()).rejects.toMatchObject({ fault: 'password' })
})

test('a chosen file that asks its readers for a password is known before its upload', async () => {
  const trailer = (user: string) =>
    `/ID [<41> <41>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${user}> /P -4 >>`
  const asks = (user: string) => asksForPassword(pdfOf(1, 10, trailer(user)), () => null)
  expect(await asks('41'.repeat(32))).toBe(true)
  // With this value the file is encrypted for an empty password (PDF Reference 1.7, algorithm 4).
  expect(await asks('84a3b8e3f7088d30e3d6db1bda0f7750585a0a6903cf820c324f7bd0c574939f')).toBe(false)
  expect(await asksForPassword(new Uint8Array(Buffer.from('no PDF at all')), () => null)).toBe(false)
  expect(await needsPassword(new Blob([pdfOf(1, 3 * megabyte)]))).toBe(false)
})

test('a file that is not there says that it cannot be reached', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 403 }))
  await expect(open()).rejects.toMatchObject({ fault: 'unreachable' })
})
