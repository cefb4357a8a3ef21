/** Tests that no upload becomes a file before the scanner has reported it clean. */
import type { UploadPurpose } from '@apogee/contracts/limits.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { Clamd } from '#server/adapters/virus-scan/clamd.ts'
import { eicar } from '#server/adapters/virus-scan/test-file.ts'
import { FakeClamd } from '#server/adapters/virus-scan/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'
import { confirmed, examined, quiz, zipOf } from '#server/features/archives/testing.ts'
import { pdf, picture, uploadFile, video } from '#server/features/media/testing.ts'

const maxBytes = 12 * 1024 ** 2

const usualLimitMs = 60_000
let scanLimitMs = usualLimitMs
let fake: FakeClamd
let server: TestApp
let admin: TestPerson
beforeAll(async () => {
  fake = await FakeClamd.start()
  const virusScanner = new Clamd({ address: fake.address, maxBytes, limitMsOf: () => scanLimitMs })
  server = await startTestApp({ payments: unusedPayments, limitsOn: false, virusScanner })
  admin = await server.person('admin', { isProven: true })
})
afterAll(async () => {
  await server.stop()
  await fake.stop()
})
beforeEach(() => {
  scanLimitMs = usualLimitMs
  fake.behaviour = 'scan'
  fake.held = Promise.resolve()
  fake.scans = 0
})

const files = async () => (await Array.fromAsync(server.dependencies.storage.keys(-60_000))).length
const rows = async () => {
  const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM media`.execute(
    server.database.kysely,
  )
  return found.rows[0]?.count
}
const kept = async () => ({ files: await files(), rows: await rows() })

interface Entry {
  kind: string
  actorId: number | null
  businessId: number | null
  address: string | null
  details: Record<string, unknown>
}
async function newestEntry(): Promise<Entry | undefined> {
  const found = await sql<Entry>`
    SELECT kind, actor_id AS "actorId", business_id AS "businessId", address, details FROM security_log
     WHERE kind LIKE 'upload.%' ORDER BY id DESC LIMIT 1`.execute(server.database.kysely)
  return found.rows[0]
}

const bytes = Buffer.from(eicar)
const behind = async (content: Buffer | Promise<Buffer>) => Buffer.concat([await content, bytes])
const freeBox = (content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write('free', 4)
  return Buffer.concat([head, content])
}
const infectedZip = () => zipOf({ 'readme.mp4': bytes })
const infectedVideo = async () => Buffer.concat([await video('mp4'), freeBox(bytes)])

/** Contains a file of each purpose that passes every check except the scan. A purpose without a file does not compile. */
const infected: Record<UploadPurpose, { name: string; content: () => Promise<Buffer> }> = {
  lesson: { name: 'notes.pdf', content: () => behind(pdf()) },
  cover: { name: 'cover.png', content: () => behind(picture('png')) },
  avatar: { name: 'me.jpg', content: () => behind(picture('jpeg')) },
  discussion: { name: 'board.png', content: () => behind(picture('png')) },
  'text-picture': { name: 'figure.webp', content: () => behind(picture('webp')) },
  quiz: {
    name: 'quiz.json',
    content: async () => Buffer.from(JSON.stringify({ ...quiz, title: eicar })),
  },
  archive: { name: 'course.zip', content: infectedZip },
  package: { name: 'package.zip', content: infectedZip },
  'hand-in': { name: 'answer.zip', content: infectedZip },
  'text-file': { name: 'handout.txt', content: async () => bytes },
  'text-video': { name: 'clip.mp4', content: infectedVideo },
  signature: { name: 'signature.png', content: () => behind(picture('png')) },
  'seller-document': { name: 'licence.pdf', content: () => behind(pdf()) },
  captions: {
    name: 'captions.srt',
    content: async () => Buffer.from(`1\n00:00:00,000 --> 00:00:01,500\n${eicar}\n`),
  },
}
const purposes = Object.keys(infected) as UploadPurpose[]

describe.each(purposes)('an upload of the purpose %s', (purpose) => {
  test('an infected upload is refused, nothing of it is kept, and the security log has an entry', async () => {
    const before = await kept()
    const { name, content } = infected[purpose]
    const { status, body } = await uploadFile(server, admin, await content(), name, purpose)
    expect([status, body.errorCode, body.error]).toEqual([
      422,
      'FILE_INFECTED',
      'We found malware in this file, so it was not kept.',
    ])
    expect(await kept()).toEqual(before)
    expect(fake.scans).toBe(1)
    expect(await newestEntry()).toEqual({
      kind: 'upload.infected',
      actorId: admin.id,
      businessId: admin.businessId,
      address: '127.0.0.1',
      details: { signature: 'Eicar-Test-Signature', purpose },
    })
  })
})

test('a clean file is kept and opens', async () => {
  const { status, url } = await uploadFile(server, admin, pdf(), 'notes.pdf')
  expect([status, fake.scans]).toEqual([201, 1])
  expect((await server.app.inject(url)).statusCode).toBe(200)
})

test('a file that cannot be scanned to its end is not kept', async () => {
  fake.behaviour = { finds: 'Heuristics.Encrypted.Zip' }
  const before = await kept()
  const { status, body } = await uploadFile(server, admin, await zipOf({ a: 'b' }), 'work.zip', 'hand-in')
  expect([status, body.errorCode]).toEqual([422, 'FILE_NOT_CHECKED'])
  expect(await kept()).toEqual(before)
  expect(await newestEntry()).toMatchObject({
    kind: 'upload.notChecked',
    details: { signature: 'Heuristics.Encrypted.Zip', purpose: 'hand-in' },
  })
})

test('a file beyond the scanner’s limit is refused unless it is a video, or an archive that nobody opens', async () => {
  const filled = Buffer.alloc(maxBytes)
  const text = await uploadFile(server, admin, await zipOf({ 'a.mp4': filled }), 'work.zip', 'hand-in')
  expect([text.status, text.body.errorCode]).toEqual([422, 'FILE_NOT_CHECKED'])
  const long = Buffer.concat([await video('mp4'), freeBox(filled)])
  const opened = async (url: string) => (await server.app.inject({ url, method: 'HEAD' })).statusCode
  const film = await uploadFile(server, admin, long, 'long.mp4')
  expect([film.status, await opened(film.url)]).toEqual([201, 200])
  const packed = await zipOf({ 'a.mp4': filled })
  const archive = await uploadFile(server, admin, packed, 'course.zip', 'archive')
  expect([archive.status, await opened(archive.url)]).toEqual([201, 403])
  expect(fake.scans).toBe(0)
})

test.for(['silent', 'close', 'too-long', 'broken'] as const)(
  'a scanner that gives no verdict refuses the upload for now (%s)',
  async (behaviour) => {
    fake.behaviour = behaviour
    if (behaviour === 'silent') scanLimitMs = 50
    const before = await kept()
    const { status, body, retryAfter } = await uploadFile(server, admin, pdf(), 'notes.pdf')
    expect([status, body.errorCode, body.error, retryAfter]).toEqual([
      503,
      'FILE_CHECK_UNAVAILABLE',
      refusals.FILE_CHECK_UNAVAILABLE.sentence,
      '60',
    ])
    expect(await kept()).toEqual(before)
  },
)

describe('an upload in parts', () => {
  async function sent(content: Buffer): Promise<string> {
    const begun = await server.call('beginUpload', {
      body: { name: 'Week 1.mp4', size: content.length, contentType: 'video/mp4' },
      as: admin,
    })
    const upload = begun.body.data?.upload ?? ''
    const { parts } = (await server.call('continueUpload', { body: { upload }, as: admin })).body.data
    for (const { start, end, url } of parts) {
      const payload = content.subarray(start, end)
      const headers = { 'content-type': 'application/octet-stream' }
      expect((await server.app.inject({ method: 'PUT', url, payload, headers })).statusCode).toBe(200)
    }
    return upload
  }
  const complete = (upload: string) => server.call('completeUpload', { body: { upload }, as: admin })
  const next = (upload: string) => server.call('continueUpload', { body: { upload }, as: admin })

  test('waits for a scanner that is away: the last call is enough when it is back', async () => {
    const content = Buffer.concat([await video('mp4'), freeBox(Buffer.alloc(9 * 1024 ** 2))])
    const upload = await sent(content)
    await fake.close()
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, body } = await complete(upload)
      expect([status, body.errorCode]).toEqual([503, 'FILE_CHECK_UNAVAILABLE'])
      expect((await next(upload)).body.data).toEqual({ storedBytes: content.length, parts: [] })
    }
    await fake.listen()
    const { status, body } = await complete(upload)
    expect(status).toBe(201)
    expect((await server.app.inject({ url: body.url })).rawPayload.equals(content)).toBe(true)
    expect(fake.scans).toBe(1)
  })

  test('an upload in parts is scanned once when its last call is repeated meanwhile', async () => {
    const upload = await sent(await video('mp4'))
    const { promise, resolve } = Promise.withResolvers<void>()
    fake.held = promise
    const first = complete(upload)
    await expect.poll(() => fake.scans).toBe(1)
    const second = complete(upload)
    resolve()
    const answers = await Promise.all([first, second])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body.url).toBe(answers[1]?.body.url)
    expect((await complete(upload)).body.url).toBe(answers[0]?.body.url)
    expect(fake.scans).toBe(1)
  })

  test('an upload in parts is removed when it contains malware', async () => {
    const before = await kept()
    const upload = await sent(await infectedVideo())
    const { status, body } = await complete(upload)
    expect([status, body.errorCode]).toEqual([422, 'FILE_INFECTED'])
    expect(await kept()).toEqual(before)
    expect((await complete(upload)).body.errorCode).toBe('UPLOAD_NOT_FOUND')
    expect((await next(upload)).body.errorCode).toBe('UPLOAD_NOT_FOUND')
  })
})

describe('a course archive', () => {
  test('a course archive is not imported when one of its files contains malware', async () => {
    const found = await examined(server, admin, await zipOf({ 'Week 1/Notes.pdf': pdf() }))
    fake.behaviour = { finds: 'Win.Test.Agent' }
    const { state, problems } = await confirmed(server, admin, found.id)
    expect([state, problems?.[0]?.kind, problems?.[0]?.detail]).toEqual([
      'refused',
      'unreadable',
      refusals.FILE_INFECTED.sentence,
    ])
    expect(await newestEntry()).toMatchObject({
      kind: 'upload.infected',
      actorId: admin.id,
      businessId: admin.businessId,
      address: null,
      details: { signature: 'Win.Test.Agent' },
    })
  })

  test('waits for a scanner that is away, and is imported when it is back', async () => {
    const found = await examined(server, admin, await zipOf({ 'Week 1/Notes.pdf': pdf() }))
    fake.behaviour = 'broken'
    expect((await confirmed(server, admin, found.id)).state).toBe('importing')
    fake.behaviour = 'scan'
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now()`.execute(server.database.kysely)
    await server.jobs.runDueOnce()
    const read = await server.call('readLatestCourseImport', { as: admin })
    expect(read.body.data?.state).toBe('done')
  })
})
