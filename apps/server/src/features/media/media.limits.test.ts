import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ChildPictures } from '#server/adapters/pictures/child-pictures.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp } from '#server/app/testing.ts'
import { captions, picture, uploadFile } from './testing.ts'

/** This picture process never answers, so that uploads of pictures stay in progress. */
const pictures = new ChildPictures({
  log: pino({ level: 'silent' }),
  processFile: new URL('../../adapters/pictures/silent-process.testing.ts', import.meta.url),
  timeLimitMs: 600_000,
  longestWaitMs: 600_000,
})
let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments, pictures })
})
afterAll(() => server.stop())

const uploadCaptions = (as: Parameters<typeof uploadFile>[1]) =>
  uploadFile(server, as, captions, 'a.vtt', 'captions')

test('a person uploads at most 300 files an hour, refused ones included, without affecting others', async () => {
  const [teacher, other] = [await server.person('instructor'), await server.person('instructor')]
  for (let nth = 0; nth < 299; nth += 1) {
    await server.services.accounts.consumeAttempt('media.upload', String(teacher.id))
  }
  expect((await uploadFile(server, teacher, Buffer.from('no captions'), 'a.vtt', 'captions')).status).toBe(
    415,
  )
  const refused = await uploadCaptions(teacher)
  expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
  expect((await uploadCaptions(other)).status).toBe(201)
  server.clock.advance(3_600_000)
  expect((await uploadCaptions(teacher)).status).toBe(201)
})

test('a person who uploaded 20 GB within an hour must wait, and can continue after it', async () => {
  const teacher = await server.person('instructor')
  await uploadCaptions(teacher)
  await sql`UPDATE media SET size_bytes = 20 * 1024::bigint ^ 3, created_at = ${server.clock.now()}
             WHERE owner_id = ${teacher.id}`.execute(server.database.kysely)
  const refused = await uploadCaptions(teacher)
  expect([refused.status, refused.body.errorCode]).toEqual([429, 'TOO_MANY_UPLOADS'])
  expect(refused.retryAfter).toBe('900')
  server.clock.advance(3_600_001)
  expect((await uploadCaptions(teacher)).status).toBe(201)
})

test('a person may run four uploads at once; a fifth is refused, and other people can upload', async () => {
  const [teacher, other] = [await server.person('instructor'), await server.person('instructor')]
  const png = await picture('png')
  const hanging = Array.from({ length: 4 }, () => uploadFile(server, teacher, png, 'a.png', 'cover'))
  await vi.waitFor(
    async () => {
      const begun =
        await sql`SELECT FROM failed_attempts WHERE kind = 'media.upload' AND subject = ${String(teacher.id)}`.execute(
          server.database.kysely,
        )
      expect(begun.rows).toHaveLength(4)
    },
    { timeout: 20_000 },
  )
  const fifth = await uploadCaptions(teacher)
  expect(fifth.status).toBe(429)
  expect(fifth.body.errorCode).toBe('TOO_MANY_UPLOADS')
  expect(fifth.retryAfter).toBe('5')
  expect((await uploadCaptions(other)).status).toBe(201)
  await pictures.stop()
  await Promise.all(hanging)
  expect((await uploadCaptions(teacher)).status).toBe(201)
})
