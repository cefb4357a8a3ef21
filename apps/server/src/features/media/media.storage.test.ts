/** The life of files on a storage without local files: nothing may rely on a path. */
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { createMemoryStorage, type MemoryStorage } from '#server/adapters/storage/memory.testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { pdf, picture, uploadFile, video } from './testing.ts'

const dayMs = 86_400_000

let storage: MemoryStorage
let server: TestApp
let teacher: TestPerson
beforeAll(async () => {
  server = await startTestApp({
    payments: unusedPayments,
    createStorage: (directory) => (storage = createMemoryStorage(directory)),
  })
  teacher = await server.person('instructor')
})
afterAll(() => server.stop())

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

test('files that nothing uses are deleted', async () => {
  expect((await keys()).length).toBeGreaterThan(3)
  await sql`UPDATE media SET created_at = created_at - interval '30 days'`.execute(server.database.kysely)
  await storage.keep(Readable.from([Buffer.from('no row')]), { maxBytes: 10 })
  storage.age(2 * dayMs)
  await server.database.transaction((tx) => enqueue(tx, 'media.sweep', {}))
  expect(await server.jobs.runDueOnce()).toMatchObject({ failed: 0 })
  expect(await keys()).toEqual([])
})
