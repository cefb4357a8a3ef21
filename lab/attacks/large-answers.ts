/** Lists the product's largest answers and creates the stored data that makes them large. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { ExportKind } from '@apogee/contracts/operations/insights.ts'
import { noteLimits } from '@apogee/contracts/limits.ts'
import { scormPackage } from '../../apps/server/src/features/scorm/testing.ts'
import type { Scene } from './attack.ts'
import type { Actor, Client } from './support/client.ts'
import { makeNotes, makeRows, removeRows } from './support/large-rows.ts'
import { registerStudent } from './support/people.ts'
import { uploadFile } from './support/upload-file.ts'

export interface LargeAnswer {
  what: string
  requests: { path: string; headers?: Readonly<Record<string, string>> }[]
  /** At least this many of the requests are answered at the same time. The others wait or are refused. */
  atOnce: number
  isForOnce?: true
}

/** An answer of this many bytes is larger than the buffers of a connection outside the process. */
const largeBytes = 16_000_000
/** The number equals the server's limit for one network in `app/http/caching/large-answers.ts`. */
const tablesAtOnce = 4
const exporters = 10
const launches = 8

const repeated = <T>(count: number, items: readonly T[]): T[] =>
  Array.from({ length: count }, (_, nth) => items[nth % items.length] as T)

const of = (what: string, paths: readonly string[], readers: number, as?: Actor): LargeAnswer => ({
  what,
  requests: repeated(readers, paths).map((path) => ({
    path,
    ...(as?.token && { headers: { authorization: `Bearer ${as.token}` } }),
  })),
  atOnce: readers,
})

/**
 * Yields the answers one after the other, and prepares each only when it is requested, because its download tickets are valid for
 * one minute.
 */
export async function* largeAnswers(scene: Scene, readers: number): AsyncGenerator<LargeAnswer> {
  const { target, people, form } = scene
  const { pool } = target
  const { seller } = people.victims
  const courseId = await courseOf(pool, seller)
  await makeRows(pool, { seller, courseId, rows: form.isShort ? 10_000 : 40_000 })
  try {
    yield* packageAnswers(scene, courseId, readers)
    yield* mediaAnswers(scene, readers)
    yield* tables(scene, courseId, readers)
    if (form.isShort) return
    yield* archives(scene, courseId, readers)
    yield* papers(scene, readers)
  } finally {
    await removeRows(pool)
  }
}

async function courseOf(pool: pg.Pool, seller: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id::int AS id FROM courses WHERE seller_id = $1 AND is_listed ORDER BY id LIMIT 1',
    [seller],
  )
  const [found] = rows
  if (!found) throw new Error('the attacked business has no course')
  return found.id
}

async function* packageAnswers(
  { target, people, form }: Scene,
  courseId: number,
  readers: number,
): AsyncGenerator<LargeAnswer> {
  const { client } = target
  const as = people.victims.admin
  // Base64 of random bytes compresses only to three quarters of its size.
  const text = randomBytes((largeBytes * 3) / 4).toString('base64')
  const content = await scormPackage({
    version: '1.2',
    files: {
      'lesson/large.html': `<!doctype html><title>Large</title>${text}`,
      ...(!form.isShort && {
        'lesson/large.json': `"${text}"`,
        'lesson/large.glb': text,
        'lesson/large.mp4': Buffer.concat([ftyp, Buffer.from(text)]),
      }),
    },
  })
  const filePath = await uploadFile(client, as, { purpose: 'package', name: 'large.zip', content })
  const folders = await launchedFolders(client, as, courseId, filePath)
  const answer = (what: string, name: string): LargeAnswer => ({
    what,
    requests: repeated(readers, folders).map(({ path, host }) => ({ path: path + name, headers: { host } })),
    atOnce: readers,
  })
  yield answer('a page of a package', 'large.html')
  if (form.isShort) return
  yield answer('a packed file of a package', 'large.json')
  yield answer('a stored file of a package', 'large.mp4')
  const ranges = answer('ranges of a packed file', 'large.glb')
  yield {
    ...ranges,
    requests: ranges.requests.map(({ path, headers }) => ({
      path,
      headers: { ...headers, range: 'bytes=2000000-' },
    })),
  }
}

/** The product sends only few files of one launch concurrently, so the attacker creates many launches. */
async function launchedFolders(
  client: Client,
  as: Actor,
  courseId: number,
  filePath: string,
): Promise<{ path: string; host: string }[]> {
  const { data: module } = await client.must<{ data: { id: number } }>('POST', '/api/course-content', as, {
    courseId,
    title: 'Large',
    isPublished: true,
  })
  const { data: lesson } = await client.must<{ data: { id: number } }>(
    'POST',
    `/api/course-content/${module.id}/packages`,
    as,
    { filePath },
  )
  const folders: { path: string; host: string }[] = []
  for (let nth = 0; nth < launches; nth += 1) {
    const { data } = await client.must<{ data: { activities: { address: string }[] } }>(
      'POST',
      `/api/course-resources/${lesson.id}/launches`,
      as,
      {},
    )
    const { pathname, host } = new URL(data.activities[0]?.address ?? '', client.origin)
    const [folder = ''] = /^\/packages\/[^/]+\/\d+\//.exec(pathname) ?? []
    folders.push({ path: `${folder}lesson/`, host })
  }
  return folders
}

const ftyp = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')

async function* mediaAnswers({ target, people, form }: Scene, readers: number): AsyncGenerator<LargeAnswer> {
  const { client } = target
  const as = people.victims.admin
  const stored = (name: string, content: Buffer) =>
    uploadFile(client, as, { purpose: 'lesson', name, content })
  yield of('a video', [await stored('large.mp4', await largeVideo())], readers)
  if (form.isShort) return
  yield of('a document', [await stored('large.pdf', largePdf())], readers)
  const text = Buffer.alloc(largeBytes, 'a long text ')
  const file = await uploadFile(client, as, { purpose: 'text-file', name: 'large.txt', content: text })
  yield of('a download', [file], readers)
}

/** Returns a valid video, padded by an MP4 box of free space. */
async function largeVideo(): Promise<Buffer> {
  const film = await readFile(join(import.meta.dirname, '../../e2e/support/media/first-video.mp4'))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(largeBytes)
  head.write('free', 4, 'latin1')
  return Buffer.concat([film, head, Buffer.alloc(largeBytes - head.length)])
}

const largePdf = () =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n`,
    ),
    Buffer.from(`3 0 obj<</Length ${largeBytes}>>stream\n`),
    Buffer.alloc(largeBytes, 'x'),
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])

async function* tables(
  { target, people, form }: Scene,
  courseId: number,
  readers: number,
): AsyncGenerator<LargeAnswer> {
  const { client } = target
  const kinds: readonly ExportKind[] = form.isShort
    ? ['roster']
    : ['roster', 'orders', 'ledger', 'learners', 'gradebook']
  for (const what of kinds) {
    const filters = what === 'roster' || what === 'gradebook' ? { courseId } : {}
    const requests: { path: string }[] = []
    for (let nth = 0; nth < readers; nth += 1) {
      const { data } = await client.must<{ data: { url: string } }>(
        'POST',
        '/api/tickets',
        people.victims.admin,
        { what, filters },
      )
      requests.push({ path: new URL(data.url, client.origin).pathname })
    }
    yield { what: `CSV of ${what}`, requests, atOnce: tablesAtOnce, isForOnce: true }
  }
}

async function* archives(
  { target, people }: Scene,
  courseId: number,
  readers: number,
): AsyncGenerator<LargeAnswer> {
  const { client, pool } = target
  const { admin, student } = people.victims
  await makeNotes(pool, { personId: student.id, courseId, notes: noteLimits.perCourse })
  yield {
    ...of('notes as one text', [`/api/courses/${courseId}/notes/markdown`], readers, student),
    atOnce: 1,
  }
  const course = await addressOf(client, admin, `/api/courses/${courseId}/exports`)
  // The product sends each person only one archive at a time.
  yield { ...of('the archive of a course', [course], readers), atOnce: 1, isForOnce: true }
  const copies: string[] = []
  for (let nth = 0; nth < exporters; nth += 1) {
    const person = await registerStudent(client, pool, `reader-${nth}`)
    await makeNotes(pool, { personId: person.id, courseId, notes: 2 * noteLimits.perCourse })
    copies.push(await addressOf(client, person, '/api/auth/exports'))
  }
  yield { ...of('own data', copies, readers), atOnce: 1, isForOnce: true }
}

async function addressOf(client: Client, as: Actor, path: string): Promise<string> {
  const { data } = await client.must<{ data: { url: string } }>('POST', path, as, {})
  return data.url
}

/** Yields certificates, receipts and invoices as PDF. */
async function* papers({ target, people }: Scene, readers: number): AsyncGenerator<LargeAnswer> {
  const { client, pool } = target
  const { admin, seller, student } = people.victims
  const ids = async (sql: string, value: number) =>
    (await pool.query<{ id: string }>(sql, [value])).rows.map(({ id }) => id)
  const certificates = await ids(
    'SELECT t.public_id AS id FROM certificates t JOIN courses c ON c.id = t.course_id WHERE c.seller_id = $1',
    seller,
  )
  const ofCertificates = certificates.map((id) => `/api/certificates/${id}/pdf`)
  yield { ...of('certificates', ofCertificates, readers), atOnce: 1 }
  const receipts = await ids('SELECT public_id AS id FROM receipts WHERE buyer_id = $1', student.id)
  const ofReceipts = receipts.map((id) => `/api/receipts/${id}/pdf`)
  yield { ...of('receipts', ofReceipts, readers, student), atOnce: 1 }
  const invoices = await ids(
    `SELECT public_id AS id FROM invoices WHERE seller_id = $1 AND number IS NOT NULL`,
    seller,
  )
  const links: string[] = []
  for (const id of invoices.slice(0, 3)) {
    const { data } = await client.must<{ data: { url: string | null } }>('GET', `/api/invoices/${id}`, admin)
    const token = data.url?.split('/').at(-1)
    if (token) links.push(`/api/invoice-links/${token}/invoice`)
  }
  yield { ...of('invoices', links, readers), atOnce: 1 }
}
