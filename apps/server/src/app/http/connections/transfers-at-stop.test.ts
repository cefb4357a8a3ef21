import { once } from 'node:events'
import { request as send, type ClientRequest, type IncomingMessage } from 'node:http'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import pino from 'pino'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { typeOfOwnFile } from '#server/features/media/media.service.ts'
import { formOf, pdf, uploadFile } from '#server/features/media/testing.ts'
import type { Caller } from '#server/policy/caller.ts'
import { OpenConnections } from './open-connections.ts'
import { closeServer } from '../../stop-server.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../testing.ts'

const log = pino({ level: 'silent' })
const forEverMs = 600_000
/** This exceeds the buffers of a connection. */
const manyBytes = 16 * 1024 * 1024

let server: TestApp
let teacher: TestPerson
let port: number
let connections: OpenConnections

beforeEach(async () => {
  server = await startTestApp({ payments: unusedPayments })
  teacher = await server.person('instructor')
  connections = new OpenConnections(server.app.server)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP port')
  port = address.port
})
afterEach(async () => {
  server.app.server.closeAllConnections()
  await server.stop()
})

async function storeFile(content: Buffer): Promise<string> {
  const { services, dependencies, database } = server
  const kept = await dependencies.storage.keep(Readable.from([content]), { maxBytes: content.length })
  const { publicId } = await database.transaction((tx) =>
    services.media.register(
      tx,
      {
        ownerId: teacher.id,
        businessId: null,
        purpose: 'lesson',
        contentType: typeOfOwnFile('application/pdf'),
        sizeBytes: kept.bytes,
        sha256: kept.sha256,
        storageKey: kept.key,
        originalName: 'large.pdf',
      },
      { seconds: null, pages: null },
    ),
  )
  return services.media.signedUrl({ userId: teacher.id } as Caller, publicId)
}

async function beginUpload(content: Buffer): Promise<{ request: ClientRequest; rest: Buffer }> {
  const { payload, headers } = await formOf([['file', content, 'notes.pdf']])
  const request = send({
    host: '127.0.0.1',
    port,
    path: '/api/upload',
    method: 'POST',
    headers: {
      ...headers,
      'content-length': payload.length,
      authorization: `Bearer ${teacher.token}`,
    },
  })
  const half = Math.floor(payload.length / 2)
  request.write(payload.subarray(0, half))
  await expect.poll(filesOnDisk).not.toEqual([])
  return { request, rest: payload.subarray(half) }
}

async function answerTo(request: ClientRequest) {
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(text) as unknown }
}

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(server.uploadsDirectory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const storedRows = async () =>
  (await sql`SELECT id FROM media WHERE owner_id = ${teacher.id}`.execute(server.database.kysely)).rows.length

test('an upload that runs when its process stops is stored before the process ends', async () => {
  const { request, rest } = await beginUpload(pdf(200))
  const closed = closeServer(server.app, connections, { withinMs: forEverMs, log })
  await expect.poll(() => server.app.server.listening).toBe(false)
  request.end(rest)
  const { status, headers } = await answerTo(request)
  expect([status, headers.connection]).toEqual([201, 'close'])
  await closed
  expect([await storedRows(), (await filesOnDisk()).length]).toEqual([1, 1])
})

test('an upload that is cut by the end of its process leaves nothing, and another process takes it again', async () => {
  const { request } = await beginUpload(pdf(200))
  const failed = vi.fn<() => void>()
  request.on('error', failed)
  const answered = answerTo(request)
  const closed = closeServer(server.app, connections, { withinMs: 0, log })
  const { status, headers, body } = await answered
  expect([status, headers['retry-after']]).toEqual([503, '2'])
  expect(body).toMatchObject({ success: false, errorCode: 'UNAVAILABLE' })
  await closed
  await expect.poll(filesOnDisk).toEqual([])
  expect(await storedRows()).toBe(0)

  const again = await server.startAgain()
  const { status: repeated } = await uploadFile({ ...server, app: again.app }, teacher, pdf(200), 'notes.pdf')
  expect([repeated, await storedRows()]).toEqual([201, 1])
  await again.app.close()
})

test('a download is cut only at the limit, and another process continues it by range', async () => {
  const content = Buffer.alloc(manyBytes, 'a film of sixteen megabytes ')
  const url = await storeFile(content)
  const request = send({ host: '127.0.0.1', port, path: url }).end()
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const cut = once(answer, 'error')
  const received: Buffer[] = []
  const [first] = (await once(answer, 'data')) as [Buffer]
  answer.pause()
  received.push(first)
  await closeServer(server.app, connections, { withinMs: 0, log })
  answer.on('data', (chunk: Buffer) => received.push(chunk)).resume()
  const [error] = (await cut) as [Error & { code: string }]
  expect(error.code).toBe('ECONNRESET')
  const before = Buffer.concat(received)
  expect(before.length).toBeLessThan(content.length)
  expect(before.equals(content.subarray(0, before.length))).toBe(true)

  const again = await server.startAgain()
  const rest = await again.app.inject({
    url,
    headers: { range: `bytes=${before.length}-`, 'if-range': String(answer.headers.etag) },
  })
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([
    206,
    `bytes ${before.length}-${content.length - 1}/${content.length}`,
  ])
  expect(Buffer.concat([before, rest.rawPayload]).equals(content)).toBe(true)
  await again.app.close()
})
