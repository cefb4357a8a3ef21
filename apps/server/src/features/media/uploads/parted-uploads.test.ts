import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { createS3Storage, type S3Storage } from '#server/adapters/storage/s3.ts'
import { startS3Server, type S3TestServer } from '#server/adapters/storage/s3-server.testing.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { pdf, uploadFile, video } from '../testing.ts'

const hourMs = 3_600_000
const partBytes = 8 * 1024 ** 2

let s3: S3TestServer
let storage: S3Storage
let server: TestApp
let teacher: TestPerson
let long: Buffer
beforeAll(async () => {
  s3 = await startS3Server()
  server = await startTestApp({
    payments: unusedPayments,
    createStorage: (directory) =>
      (storage = createS3Storage(
        { ...s3.config, publicEndpoint: s3.config.endpoint, browserUploads: true },
        directory,
      )),
  })
  const mp4 = await video('mp4', 3)
  // Zeros after the last box form a box that extends to the end of the file.
  long = Buffer.concat([mp4, Buffer.alloc(partBytes + 1000 - mp4.length)])
})
beforeEach(async () => {
  teacher = await server.person('instructor')
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
})

interface Answer {
  success: boolean
  error?: string
  errorCode?: string
  url?: string
  data?: {
    upload?: string
    storedBytes?: number
    parts?: { start: number; end: number; url: string }[]
    size?: number
    contentType?: string
  }
}

async function post(as: Pick<TestPerson, 'token'>, path: string, payload: Record<string, unknown>) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/uploads${path}`,
    payload,
    headers: { authorization: `Bearer ${as.token}` },
  })
  return { status: answer.statusCode, body: answer.json<Answer>() }
}

const begin = async (as: TestPerson, content: Buffer, name = 'Week 1.mp4', contentType = 'video/mp4') =>
  (await post(as, '', { name, size: content.length, contentType })).body.data?.upload ?? ''

/** Uploads the missing parts that the server names, at most `most` of them, and returns their number. */
async function send(as: TestPerson, upload: string, content: Buffer, most = Infinity): Promise<number> {
  const { body } = await post(as, '/parts', { upload })
  const parts = (body.data?.parts ?? []).slice(0, most)
  for (const { start, end, url } of parts) {
    const { status } = await fetch(url, { method: 'PUT', body: new Uint8Array(content.subarray(start, end)) })
    expect(status).toBe(200)
  }
  return parts.length
}

async function uploaded(as: TestPerson, content: Buffer, name?: string, contentType?: string) {
  const upload = await begin(as, content, name, contentType)
  await send(as, upload, content)
  return post(as, '/complete', { upload })
}

const rowsOf = async (person: TestPerson) =>
  (
    await sql<{ name: string; bytes: number }>`
      SELECT original_name AS name, size_bytes AS bytes FROM media WHERE owner_id = ${person.id}`.execute(
      server.database.kysely,
    )
  ).rows
const objects = () => Array.fromAsync(storage.keys(-1))
const unfinishedOf = async (person: TestPerson) =>
  (
    await sql`SELECT FROM failed_attempts WHERE kind = 'media.unfinished' AND subject = ${String(person.id)}`.execute(
      server.database.kysely,
    )
  ).rows.length

test('a video that is sent in parts, with an interruption, becomes a file as any other', async () => {
  const upload = await begin(teacher, long)
  const first = await post(teacher, '/parts', { upload })
  expect(first.body.data).toEqual({
    storedBytes: 0,
    parts: [
      { start: 0, end: partBytes, url: expect.stringContaining(s3.config.endpoint) },
      { start: partBytes, end: long.length, url: expect.any(String) },
    ],
  })
  expect(await send(teacher, upload, long, 1)).toBe(1)
  expect(await post(teacher, '/complete', { upload })).toMatchObject({
    status: 409,
    body: { errorCode: 'UPLOAD_INCOMPLETE' },
  })
  expect(await rowsOf(teacher)).toEqual([])
  const rest = await post(teacher, '/parts', { upload })
  expect(rest.body.data).toMatchObject({ storedBytes: partBytes, parts: [{ start: partBytes }] })
  expect(await send(teacher, upload, long)).toBe(1)
  expect((await post(teacher, '/parts', { upload })).body.data).toEqual({
    storedBytes: long.length,
    parts: [],
  })

  const { status, body } = await post(teacher, '/complete', { upload })
  expect([status, body.data?.size, body.data?.contentType]).toEqual([201, long.length, 'video/mp4'])
  expect(await rowsOf(teacher)).toEqual([{ name: 'Week 1.mp4', bytes: long.length }])
  expect(await unfinishedOf(teacher)).toBe(0)
  const read = await server.app.inject({ url: body.url ?? '', headers: { range: 'bytes=0-9' } })
  expect(read.statusCode).toBe(307)
  expect(await server.jobs.runDueOnce()).toMatchObject({ failed: 0 })
  const { rows } = await sql<{ seconds: number }>`
    SELECT seconds FROM media WHERE owner_id = ${teacher.id}`.execute(server.database.kysely)
  expect(rows).toEqual([{ seconds: 3 }])
})

test('an upload goes on with the former and with the new token of a proof of identity', async () => {
  const upload = await begin(teacher, long)
  const former = { ...teacher }
  await server.call('confirmIdentity', { body: { password: testPassword }, as: teacher })
  expect(teacher.token).not.toBe(former.token)
  expect(await send(former, upload, long, 1)).toBe(1)
  server.clock.advance(60_000)
  expect((await post(former, '/parts', { upload })).status).toBe(401)
  expect(await send(teacher, upload, long)).toBe(1)
  expect((await post(teacher, '/complete', { upload })).status).toBe(201)
})

test('completing an upload often, and at once, keeps one file', async () => {
  const upload = await begin(teacher, pdf(2), 'notes.pdf', 'application/pdf')
  await send(teacher, upload, pdf(2))
  const all = await Promise.all([1, 2, 3].map(() => post(teacher, '/complete', { upload })))
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
  expect((await post(teacher, '/complete', { upload })).status).toBe(201)
  expect(await rowsOf(teacher)).toHaveLength(1)
})

test('a completion that failed after the parts were joined can be repeated', async () => {
  const upload = await begin(teacher, pdf(2), 'notes.pdf', 'application/pdf')
  await send(teacher, upload, pdf(2))
  s3.intercept = ({ method }, response) =>
    method === 'GET' && s3.uploads.size === 0 && response.writeHead(500).end() !== undefined
  expect((await post(teacher, '/complete', { upload })).status).toBe(503)
  s3.intercept = null
  expect((await post(teacher, '/complete', { upload })).status).toBe(201)
  expect(await rowsOf(teacher)).toHaveLength(1)
})

test.each([
  ['a web page', 'a.mp4', Buffer.from('<html><script>alert(1)</script>'), 415, 'FILE_TYPE_UNSUPPORTED'],
  ['a document under the name of a video', 'a.mp4', pdf(), 415, 'FILE_TYPE_UNSUPPORTED'],
  ['a document without its end', 'a.pdf', pdf(40).subarray(0, 900), 422, 'FILE_UNREADABLE'],
])('%s is refused when it is complete, and removed', async (_what, name, content, status, errorCode) => {
  const before = await objects()
  const upload = await begin(teacher, content, name, '')
  await send(teacher, upload, content)
  expect(await post(teacher, '/complete', { upload })).toMatchObject({ status, body: { errorCode } })
  expect(await objects()).toEqual(before)
  expect(await rowsOf(teacher)).toEqual([])
  expect(await unfinishedOf(teacher)).toBe(0)
  expect((await post(teacher, '/complete', { upload })).body.errorCode).toBe('UPLOAD_NOT_FOUND')
})

test('size, kind and quota are checked before an upload is begun', async () => {
  const refused = async (announced: Record<string, unknown>) => {
    const { status, body } = await post(teacher, '', {
      name: 'a.mp4',
      size: 10,
      contentType: 'video/mp4',
      ...announced,
    })
    return [status, body.errorCode, body.error]
  }
  const begun = s3.uploads.size
  expect(await refused({ size: 2 * 1024 ** 3 + 1 })).toEqual([
    413,
    'FILE_TOO_LARGE',
    'A video holds at most 2 GB',
  ])
  const unsupported = 'Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.'
  expect(await refused({ name: 'a.exe' })).toEqual([415, 'FILE_TYPE_UNSUPPORTED', unsupported])
  expect(await refused({ contentType: 'text/html' })).toEqual([415, 'FILE_TYPE_UNSUPPORTED', unsupported])
  expect((await refused({ size: 0 }))[1]).toBe('FILE_EMPTY')
  await uploadFile(server, teacher, pdf(), 'a.pdf')
  await sql`UPDATE media SET size_bytes = 50::int8 * 1024 * 1024 * 1024 - 9 WHERE owner_id = ${teacher.id}`.execute(
    server.database.kysely,
  )
  expect((await refused({}))[1]).toBe('UPLOAD_QUOTA_REACHED')
  expect(s3.uploads.size).toBe(begun)
  expect((await refused({ size: 9 }))[0]).toBe(200)
})

test('announced bytes of unfinished uploads count within the quota until the uploads have ended', async () => {
  await uploadFile(server, teacher, pdf(), 'a.pdf')
  const content = pdf(2)
  await sql`
    UPDATE media SET size_bytes = ${50 * 1024 ** 3 - Math.floor(1.5 * content.length)}::int8,
           created_at = ${new Date(server.clock.now().getTime() - 2 * hourMs)}
     WHERE owner_id = ${teacher.id}`.execute(server.database.kysely)
  const announce = (name: string) =>
    post(teacher, '', { name, size: content.length, contentType: 'application/pdf' })
  const first = (await announce('b.pdf')).body.data?.upload ?? ''
  const begun = s3.uploads.size
  expect((await announce('c.pdf')).body.errorCode).toBe('UPLOAD_QUOTA_REACHED')
  expect(s3.uploads.size).toBe(begun)
  expect(await unfinishedOf(teacher)).toBe(1)
  const other = await server.person('instructor')
  expect(await begin(other, content, 'c.pdf', 'application/pdf')).not.toBe('')
  await post(teacher, '/abandon', { upload: first })
  const second = (await announce('c.pdf')).body.data?.upload ?? ''
  await send(teacher, second, content)
  expect((await post(teacher, '/complete', { upload: second })).status).toBe(201)
  expect((await announce('d.pdf')).body.errorCode).toBe('UPLOAD_QUOTA_REACHED')
})

test('uploads that begin at once do not pass the quota together, and those that were swept count no more', async () => {
  const size = 2 * 1024 ** 3
  const announce = () => post(teacher, '', { name: 'a.mp4', size, contentType: 'video/mp4' })
  const answers = await Promise.all(Array.from({ length: 30 }, announce))
  const begun = answers.filter(({ status }) => status === 200).length
  expect(begun).toBeLessThanOrEqual(25)
  expect(await unfinishedOf(teacher)).toBe(begun)
  server.clock.advance(24.1 * hourMs)
  expect((await announce()).status).toBe(200)
})

test("nobody continues, completes or abandons another person's upload, a changed one, or an old one", async () => {
  const other = await server.person('instructor')
  const upload = await begin(teacher, pdf(), 'a.pdf', '')
  await send(teacher, upload, pdf())
  const changed = `${upload.slice(0, 30)}${upload[30] === 'A' ? 'B' : 'A'}${upload.slice(31)}`
  for (const [as, named] of [
    [other, upload],
    [teacher, changed],
    [teacher, 'nothing'],
  ] as const)
    for (const path of ['/parts', '/complete', '/abandon'])
      expect(await post(as, path, { upload: named }), path).toMatchObject({
        status: 404,
        body: { errorCode: 'UPLOAD_NOT_FOUND' },
      })
  expect(await rowsOf(other)).toEqual([])
  server.clock.advance(21 * hourMs)
  expect((await post(teacher, '/complete', { upload })).body.errorCode).toBe('UPLOAD_NOT_FOUND')
})

test('an abandoned upload has no parts and cannot be completed', async () => {
  const upload = await begin(teacher, pdf(), 'a.pdf', '')
  await send(teacher, upload, pdf())
  const begun = s3.uploads.size
  expect((await post(teacher, '/abandon', { upload })).status).toBe(200)
  expect((await post(teacher, '/abandon', { upload })).status).toBe(200)
  expect(s3.uploads.size).toBe(begun - 1)
  expect(await unfinishedOf(teacher)).toBe(0)
  expect((await post(teacher, '/complete', { upload })).body.errorCode).toBe('UPLOAD_NOT_FOUND')
})

test('the sweep abandons uploads that were begun a day ago, and no younger ones', async () => {
  s3.uploads.clear()
  const old = await begin(teacher, pdf(), 'old.pdf', '')
  for (const one of s3.uploads.values()) one.beganAt = new Date(Date.now() - 25 * hourMs)
  const young = await begin(teacher, pdf(), 'young.pdf', '')
  await server.database.transaction((tx) => enqueue(tx, 'media.sweep', {}))
  expect(await server.jobs.runDueOnce()).toMatchObject({ failed: 0 })
  expect(s3.uploads.size).toBe(1)
  expect((await post(teacher, '/parts', { upload: old })).status).toBe(404)
  expect((await post(teacher, '/parts', { upload: young })).status).toBe(200)
})

test('a person has at most fifty unfinished uploads', async () => {
  await sql`INSERT INTO failed_attempts (kind, subject, at)
            SELECT 'media.unfinished', ${String(teacher.id)}, ${server.clock.now()} FROM generate_series(1, 49)`.execute(
    server.database.kysely,
  )
  expect((await uploaded(teacher, pdf(), 'a.pdf')).status).toBe(201)
  expect(await begin(teacher, pdf(), 'b.pdf')).not.toBe('')
  const { status, body } = await post(teacher, '', { name: 'c.pdf', size: 9, contentType: '' })
  expect([status, body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
})
