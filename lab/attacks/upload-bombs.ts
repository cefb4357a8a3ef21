/** Uploads files that are small to send and huge to read, or whose type or path is wrong. */
import { readdir } from 'node:fs/promises'
import { deflateSync, crc32, gzipSync } from 'node:zlib'
import type { Attack, Scene } from './attack.ts'
import { json, type Answered, type Asked } from './support/client.ts'
import { formOf, multipart, zip } from './support/packed.ts'

const mark = 'zq7escape'

interface Upload {
  what: string
  content: Buffer
  name?: string
  purpose?: string
  /** True means that the product may store the file. It must then deliver the file with its real content type. */
  mayPass?: true
}

const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([size, typed, sum])
}

/** Returns a PNG of this size. Its pixels are zeros, which compress to a thousandth. */
function png(width: number, height: number, bytes: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const nulls = Buffer.alloc(30_000_000)
const lateXml = (inside: string) => Buffer.from(`<?xml version="1.0"?>${inside}`)
const billionLaughs = `<!DOCTYPE m [<!ENTITY a "${'x'.repeat(1_000)}">${Array.from({ length: 9 }, (_, nth) => `<!ENTITY ${'bcdefghij'[nth]} "${`&${'abcdefghi'[nth]};`.repeat(10)}">`).join('')}]><manifest>&j;</manifest>`

const falseFiles = (): Upload[] => [
  { what: 'a picture of 50,000 by 50,000 pixels', content: png(50_000, 50_000, 1_000), purpose: 'avatar' },
  {
    what: 'a picture of 12,000 by 12,000 pixels in 400 kB',
    content: png(12_000, 12_000, 100_000_000),
    purpose: 'avatar',
  },
  { what: 'a picture without pixels', content: png(0, 0, 0), purpose: 'avatar' },
  {
    what: 'SVG as a picture',
    content: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
    name: 'a.png',
    purpose: 'avatar',
  },
  { what: 'HTML as a film', content: Buffer.from('<html><script>alert(1)</script>'), name: 'a.mp4' },
  { what: 'a program as a PDF', content: Buffer.from('\x7fELF\x02\x01\x01'), name: 'a.pdf' },
  {
    what: 'HTML behind a PDF',
    content: Buffer.concat([pdf, Buffer.from('<script>alert(1)</script>')]),
    name: 'a.html',
    mayPass: true,
  },
  { what: 'a PDF that is only its beginning', content: Buffer.from('%PDF-'), mayPass: true },
]

const packages = (): Upload[] => [
  {
    what: 'a zip bomb as a package',
    content: zip([
      { name: 'imsmanifest.xml', content: nulls },
      { name: 'index.html', content: nulls },
    ]),
    name: 'a.zip',
    purpose: 'package',
    mayPass: true,
  },
  {
    what: 'a package that lies about its sizes',
    content: zip([{ name: 'imsmanifest.xml', content: nulls, claimed: 10 }]),
    name: 'a.zip',
    purpose: 'package',
    mayPass: true,
  },
  {
    what: 'a package that leaves its folder',
    content: zip([
      { name: `../../../../${mark}.html`, content: Buffer.from('x') },
      { name: `/${mark}`, content: Buffer.from('x') },
      { name: `..\\${mark}`, content: Buffer.from('x') },
    ]),
    name: 'a.zip',
    purpose: 'package',
    mayPass: true,
  },
  {
    what: 'a manifest of a billion entities',
    content: zip([{ name: 'imsmanifest.xml', content: lateXml(billionLaughs) }]),
    name: 'a.zip',
    purpose: 'package',
    mayPass: true,
  },
  {
    what: 'a zip of 20,000 entries',
    content: zip(Array.from({ length: 20_000 }, (_, nth) => ({ name: `f${nth}`, content: Buffer.alloc(0) }))),
    name: 'a.zip',
    purpose: 'package',
    mayPass: true,
  },
]

const oddNames = (): Upload[] => [
  { what: 'nothing', content: Buffer.alloc(0) },
  ...[
    `../../../${mark}.pdf`,
    `..\\..\\${mark}.pdf`,
    `/tmp/${mark}.pdf`,
    `${mark}.pdf\u0000.html`,
    'x'.repeat(10_000),
    'a"; name="purpose',
    '<img src=x onerror=alert(1)>.pdf',
    'CON',
    '.htaccess',
  ].map((name): Upload => ({
    what: `a file called ${name.slice(0, 30)}`,
    content: pdf,
    name,
    mayPass: true,
  })),
]

const uploads = (): Upload[] => [...falseFiles(), ...packages(), ...oddNames()]

async function uploadAll(scene: Scene): Promise<{ wrong: string[]; stored: number }> {
  const { target, people } = scene
  const as = people.strangers.instructor
  const wrong: string[] = []
  let stored = 0
  for (const upload of uploads()) {
    const path = `/api/upload${upload.purpose ? `?purpose=${upload.purpose}` : ''}`
    const answer = await target.client.send({
      method: 'POST',
      path,
      as,
      headers: multipart,
      body: formOf(upload),
    })
    if (answer.status < 300) {
      stored += 1
      const delivered = await deliver(scene, answer)
      if (!upload.mayPass) wrong.push(`${upload.what} was stored`)
      if (delivered !== null) wrong.push(`${upload.what}: ${delivered}`)
      if (upload.purpose === 'package') await openPackage(scene, answer)
    }
  }
  return { wrong, stored }
}

/** Returns what is wrong with the delivery of a stored file; null means that nothing is wrong. */
async function deliver({ target, people }: Scene, { text }: Answered): Promise<string | null> {
  const { url } = JSON.parse(text) as { url: string }
  const { status, headers } = await target.client.send({
    method: 'GET',
    path: url,
    as: people.strangers.instructor,
  })
  if (status >= 400) return null
  if (headers['x-content-type-options'] !== 'nosniff') return 'delivered without nosniff'
  return /html|svg|javascript|xml/.test(headers['content-type'] ?? '')
    ? `delivered as ${headers['content-type']}`
    : null
}

/** Creates a lesson from the file, so that the product opens the file. */
async function openPackage({ target, people }: Scene, { text }: Answered): Promise<void> {
  const { url } = JSON.parse(text) as { url: string }
  const { rows } = await target.pool.query<{ id: number }>(
    `SELECT t.id::int AS id FROM course_contents t JOIN courses c ON c.id = t.course_id WHERE c.seller_id = $1 LIMIT 1`,
    [people.strangers.seller],
  )
  await target.client.send({
    method: 'POST',
    path: `/api/course-content/${rows[0]?.id}/packages`,
    as: people.strangers.admin,
    body: JSON.stringify({ title: 'Bomb', filePath: url }),
    headers: json,
  })
}

/** Returns request bodies that contain no file. */
const bodies = (): Asked[] => {
  const part = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'
  const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20))
  return [
    { method: 'POST', path: '/api/upload', headers: multipart, body: `${part.repeat(10_000)}--b--\r\n` },
    { method: 'POST', path: '/api/upload', headers: multipart, body: '--b\r\n'.repeat(50_000) },
    {
      method: 'POST',
      path: '/api/upload',
      headers: { 'content-type': `multipart/form-data; boundary=${'-'.repeat(5_000)}` },
      body: '-'.repeat(200_000),
    },
    { method: 'POST', path: '/api/auth/login', headers: { ...json, 'content-encoding': 'gzip' }, body: bomb },
    { method: 'POST', path: '/api/auth/login', headers: { ...json, 'content-encoding': 'br' }, body: bomb },
    { method: 'POST', path: '/api/auth/login', headers: json, body: '['.repeat(900_000) },
    { method: 'POST', path: '/api/auth/login', headers: json, body: `{"email":"${'a@'.repeat(400_000)}"}` },
    { method: 'POST', path: '/api/payments/callback/1', headers: json, body: Buffer.alloc(50_000_000, 0x20) },
  ]
}

export const uploadBombs: Attack = {
  name: 'upload-bombs',
  has: 'the account of a teacher',
  tries: 'files and bodies that cost much more than they weigh, or lie about what they are',
  async run(scene) {
    const { target, people, drill } = scene
    const before = await target.memoryMib()
    const { wrong, stored } = await uploadAll(scene)
    drill.note('uploads: files, and those stored as what they are', `${uploads().length}, ${stored}`)
    drill.none('uploads: stored or delivered wrongly', wrong)
    const accepted: string[] = []
    for (const asked of bodies()) {
      // The product may refuse the file before it has read it completely. It then ends the connection.
      const answer = await target.client
        .exchange({ ...asked, as: people.strangers.instructor })
        .catch(() => ({ status: 413 }))
      if (answer.status < 400 || answer.status >= 500) accepted.push(`${asked.path}: ${answer.status}`)
    }
    drill.none('uploads: bodies that were not refused', accepted)
    const files = await readdir(target.dataDir, { recursive: true })
    const escaped = [...files, ...(await readdir('/tmp'))].filter((name) => name.includes(mark))
    drill.none('uploads: files with a name of the sender', escaped)
    drill.note('uploads: growth of memory, MiB', ((await target.memoryMib()) - before).toFixed(0))
    const { status } = await target.client.send({ method: 'GET', path: '/readyz' })
    drill.atMost('uploads: not ready afterwards', status === 200 ? 0 : 1, 0)
  },
}
