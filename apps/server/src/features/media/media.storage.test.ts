import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { createLocalStorage } from '#server/adapters/storage/local.ts'
import { FileMissing, StorageUnavailable, type MovableStorage } from '#server/adapters/storage/port.ts'
import { createS3Storage, type S3Storage } from '#server/adapters/storage/s3.ts'
import { startS3Server, type S3TestServer } from '#server/adapters/storage/s3-server.testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { copyFiles } from './move-files.ts'
import { captions, pdf, picture, uploadFile, video } from './testing.ts'

const dayMs = 86_400_000

let s3: S3TestServer
let storage: S3Storage
/** True if browsers may read from and upload to S3 directly. */
let isPublic = false
let server: TestApp
let teacher: TestPerson
beforeAll(async () => {
  s3 = await startS3Server()
  server = await startTestApp({
    payments: unusedPayments,
    createStorage(directory) {
      storage = createS3Storage(s3.config, directory)
      const shared = createS3Storage({ ...s3.config, publicEndpoint: s3.config.endpoint }, directory)
      return {
        ...storage,
        browserAddress: (...asked) => (isPublic ? shared : storage).browserAddress(...asked),
      }
    },
  })
  teacher = await server.person('instructor')
})
afterEach(() => {
  isPublic = false
  s3.intercept = null
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
})

const keys = () => Array.fromAsync(storage.keys(-1))
const lengthOf = async (name: string) =>
  (
    await sql<{ seconds: number | null; pages: number | null }>`
      SELECT seconds, pages FROM media WHERE original_name = ${name}`.execute(server.database.kysely)
  ).rows[0]

test('a video is stored, its length is read, and a range of it is delivered', async () => {
  const content = await video('mp4', 3)
  const { status, url } = await uploadFile(server, teacher, content, 'week.mp4')
  expect(status).toBe(201)
  expect(await server.jobs.runDueOnce()).toMatchObject({ failed: 0 })
  expect(await lengthOf('week.mp4')).toEqual({ seconds: 3, pages: null })
  const part = await server.app.inject({ url, headers: { range: 'bytes=10-29' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-29/${content.length}`])
  expect(part.rawPayload.equals(content.subarray(10, 30))).toBe(true)
})

test('the pages of a document are counted', async () => {
  await uploadFile(server, teacher, pdf(4), 'notes.pdf')
  await server.jobs.runDueOnce()
  expect(await lengthOf('notes.pdf')).toEqual({ seconds: null, pages: 4 })
})

test('a picture is re-encoded and delivered in smaller copies', async () => {
  const { status, url } = await uploadFile(server, teacher, await picture('jpeg', 800, 600), 'c.jpg', 'cover')
  expect(status).toBe(201)
  const whole = await server.app.inject({ url })
  expect((await sharp(whole.rawPayload).metadata()).exif).toBeUndefined()
  const copy = await server.app.inject({
    url: url.replace(/(?=\?|$)/, '/w640'),
    headers: { accept: 'image/webp' },
  })
  expect(copy.headers['content-type']).toBe('image/webp')
  expect(await sharp(copy.rawPayload).metadata()).toMatchObject({ width: 640, height: 480 })
})

test('a refused upload leaves nothing', async () => {
  const before = await keys()
  expect((await uploadFile(server, teacher, Buffer.from('no video'), 'a.mp4')).status).toBe(415)
  expect((await uploadFile(server, teacher, Buffer.alloc(0), 'empty.pdf')).status).toBe(422)
  expect(await keys()).toEqual(before)
})

test('a browser that reaches S3 is sent there for a video, after the check, with its type, name and caching', async () => {
  const content = await video('mp4', 3)
  const { url } = await uploadFile(server, teacher, content, 'Minggu 1 (a+b).mp4')
  isPublic = true
  const sent = await server.app.inject({ url, headers: { range: 'bytes=10-29' } })
  expect(sent.statusCode).toBe(307)
  expect(sent.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  const address = String(sent.headers['location'])
  expect(new URL(address).origin).toBe(s3.config.endpoint)
  const part = await fetch(address, { headers: { range: 'bytes=10-29' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(10, 30))).toBe(true)
  expect(part.headers.get('content-type')).toBe('video/mp4')
  expect(part.headers.get('cache-control')).toBe('private, max-age=3600')
  expect(part.headers.get('content-disposition')).toBe(
    `inline; filename="Minggu 1 (a+b).mp4"; filename*=UTF-8''Minggu%201%20%28a%2Bb%29.mp4`,
  )
})

test('nobody is sent to S3 who may not open the video, asks for its headers, or for bytes outside of it', async () => {
  const content = await video('mp4', 3)
  const { url } = await uploadFile(server, teacher, content, 'week.mp4')
  isPublic = true
  const head = await server.app.inject({ url, method: 'HEAD' })
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(content.length)])
  const outside = await server.app.inject({ url, headers: { range: `bytes=${content.length}-` } })
  expect(outside.statusCode).toBe(416)
  const refused = await server.app.inject({ url: url.split('?')[0] ?? '' })
  expect([refused.statusCode, refused.headers['location']]).toEqual([403, undefined])
})

test('documents, captions and pictures are sent by the product, with its policy', async () => {
  const uploads = [
    await uploadFile(server, teacher, pdf(2), 'notes.pdf'),
    await uploadFile(server, teacher, captions, 'en.vtt', 'captions'),
    await uploadFile(server, teacher, await picture('png'), 'c.png', 'cover'),
  ]
  isPublic = true
  for (const { url } of uploads) {
    const { statusCode, headers } = await server.app.inject({ url })
    const isPdf = headers['content-type'] === 'application/pdf'
    expect([statusCode, headers['content-security-policy']], url).toEqual([
      200,
      expect.stringMatching(isPdf ? /^default-src 'none'; style-src/ : /^sandbox; default-src 'none'; frame/),
    ])
  }
})

test('while S3 is away, uploads and files are answered with 503 and the time of another try', async () => {
  const { url } = await uploadFile(server, teacher, pdf(2), 'notes.pdf')
  const before = await keys()
  s3.intercept = (_request, response) => response.writeHead(500).end() !== undefined
  const uploaded = await uploadFile(server, teacher, pdf(2), 'more.pdf')
  expect([uploaded.status, uploaded.retryAfter]).toEqual([503, '2'])
  const opened = await server.app.inject({ url })
  expect([opened.statusCode, opened.headers['retry-after'], opened.json()]).toEqual([
    503,
    '2',
    expect.objectContaining({ success: false, errorCode: 'UNAVAILABLE' }),
  ])
  s3.intercept = null
  expect(await keys()).toEqual(before)
  expect((await server.app.inject({ url })).statusCode).toBe(200)
})

describe('moving files', () => {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true })
  })
  async function newFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'apogee-moved-'))
    folders.push(folder)
    return folder
  }
  const move = (from: MovableStorage, to: MovableStorage) =>
    copyFiles({ db: server.database.kysely, from, to })
  const sorted = async (moved: MovableStorage) => (await Array.fromAsync(moved.keys(-1))).toSorted()

  test('files move from S3 to a disk and to another bucket, and a second move copies only what is missing or damaged', async () => {
    const folder = await newFolder()
    const disk = createLocalStorage(folder)
    const all = (await keys()).toSorted()
    const first = await move(storage, disk)
    expect(first).toMatchObject({ files: all.length, copied: all.length, present: 0, deleted: 0, failed: [] })
    expect(await sorted(disk)).toEqual(all)

    const [damaged = '', missing = ''] = all
    const path = join(folder, 'files', damaged)
    const content = await readFile(path)
    await writeFile(path, content.toReversed())
    await disk.remove(missing)
    expect(await move(storage, disk)).toMatchObject({ copied: 2, present: all.length - 2, failed: [] })
    expect((await readFile(path)).equals(content)).toBe(true)

    const bucket = createS3Storage({ ...s3.config, bucket: 'moved' }, await newFolder())
    expect(await move(disk, bucket)).toMatchObject({ copied: all.length, failed: [] })
    expect(await sorted(bucket)).toEqual(all)
    const reads = s3.requests.length
    expect(await move(disk, bucket)).toMatchObject({ copied: 0, present: all.length })
    expect(s3.requests.slice(reads).every((request) => request.startsWith('HEAD'))).toBe(true)
  })

  test('a file that is missing or damaged where it comes from is reported, and its copy is not stored', async () => {
    const disk = createLocalStorage(await newFolder())
    const [missing = '', damaged = ''] = (await keys()).toSorted()
    const from: MovableStorage = {
      ...storage,
      async open(key, range) {
        if (key === missing) throw new FileMissing('no such file')
        return key === damaged ? Readable.from([Buffer.from('other')]) : storage.open(key, range)
      },
    }
    const { failed } = await move(from, disk)
    expect(failed.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
      { key: missing, problem: 'it is missing where it should be copied from' },
      { key: damaged, problem: expect.stringMatching(/bytes arrived instead of/) },
    ])
    expect(await disk.describe(damaged)).toBeNull()
  })

  test('a file that is deleted while it is copied leaves no copy', async () => {
    const disk = createLocalStorage(await newFolder())
    const { url } = await uploadFile(server, teacher, pdf(1), 'short-lived.pdf')
    expect(url).not.toBe('')
    let deleted = ''
    const from: MovableStorage = {
      ...storage,
      async open(key, range) {
        const content = await storage.open(key, range)
        const { rows } = await sql<{ key: string }>`
          DELETE FROM media WHERE storage_key = ${key} AND original_name = 'short-lived.pdf'
          RETURNING storage_key AS key`.execute(server.database.kysely)
        deleted ||= rows[0]?.key ?? ''
        return content
      },
    }
    expect(await move(from, disk)).toMatchObject({ deleted: 1, failed: [] })
    expect(await disk.describe(deleted)).toBeNull()
    await storage.remove(deleted)
  })

  test('a storage that is away ends the move', async () => {
    const disk = createLocalStorage(await newFolder())
    s3.intercept = (_request, response) => response.writeHead(503).end() !== undefined
    await expect(move(storage, disk)).rejects.toBeInstanceOf(StorageUnavailable)
  })
})

test('files that nothing uses are deleted', async () => {
  expect((await keys()).length).toBeGreaterThan(3)
  await sql`UPDATE media SET created_at = created_at - interval '30 days'`.execute(server.database.kysely)
  await storage.keep(Readable.from([Buffer.from('no row')]), { maxBytes: 10 })
  for (const object of s3.objects.values()) object.modifiedAt = new Date(Date.now() - 2 * dayMs)
  await server.database.transaction((tx) => enqueue(tx, 'media.sweep', {}))
  expect(await server.jobs.runDueOnce()).toMatchObject({ failed: 0 })
  expect(await keys()).toEqual([])
})
