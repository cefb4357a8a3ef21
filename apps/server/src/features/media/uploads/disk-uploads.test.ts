import { partedVideoMaxBytes, uploadMaxBytes } from '@apogee/contracts/limits.ts'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keptFree } from '#server/platform/resources/disk-space.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { createLocalStorage } from '#server/adapters/storage/local.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { video } from '../testing.ts'

const partBytes = 8 * 1024 ** 2

let server: TestApp
let teacher: TestPerson
let port: number
let long: Buffer
const roomy = { freeBytes: 1000 * 1024 ** 3, totalBytes: 2000 * 1024 ** 3, freeFiles: null }
let space = roomy
beforeAll(async () => {
  server = await startTestApp({
    payments: unusedPayments,
    createStorage: (directory) => createLocalStorage(directory, { spaceOf: async () => space }),
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
  const mp4 = await video('mp4', 3)
  // Zeros after the last box form a box that extends to the end of the file.
  long = Buffer.concat([mp4, Buffer.alloc(2 * partBytes + 1000 - mp4.length)])
})
beforeEach(async () => {
  teacher = await server.person('instructor')
})
afterAll(() => server.stop())

const begin = async (size = long.length, as = teacher) => {
  const { body } = await server.call('beginUpload', {
    body: { name: 'Week 1.mp4', size, contentType: 'video/mp4' },
    as,
  })
  return body.data?.upload ?? ''
}
const next = async (upload: string, as = teacher) =>
  (await server.call('continueUpload', { body: { upload }, as })).body.data
const complete = (upload: string, as = teacher) => server.call('completeUpload', { body: { upload }, as })

/** Sends a part. With `cutAfter`, the connection is lost after that many bytes. Returns the status, or null. */
function put(url: string, content: Buffer, cutAfter?: number): Promise<number | null> {
  return new Promise((resolve) => {
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        path: url,
        method: 'PUT',
        headers: { 'content-length': content.length, connection: 'close' },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? null))
      },
    )
    sending.once('error', () => resolve(null))
    if (cutAfter === undefined) sending.end(content)
    else sending.write(content.subarray(0, cutAfter), () => sending.destroy())
  })
}

test('an upload that is cut twenty times repeats at most the part under way each time', async () => {
  const upload = await begin()
  let sent = 0
  for (let cut = 0; cut < 20; cut += 1) {
    const { parts } = await next(upload)
    const [part] = parts
    if (!part) throw new Error('nothing is missing')
    const content = long.subarray(part.start, part.end)
    // Two parts arrive completely; every other attempt loses its connection.
    if (cut === 5 || cut === 12) {
      expect(await put(part.url, content)).toBe(200)
      sent += content.length
    } else {
      const half = Math.floor(content.length / 2)
      expect(await put(part.url, content, half)).toBeNull()
      sent += half
    }
  }
  const { storedBytes, parts } = await next(upload)
  expect([storedBytes, parts.length]).toEqual([2 * partBytes, 1])
  expect((await complete(upload)).body.errorCode).toBe('UPLOAD_INCOMPLETE')
  for (const { start, end, url } of parts) {
    expect(await put(url, long.subarray(start, end))).toBe(200)
    sent += end - start
  }
  expect(sent - long.length).toBeLessThanOrEqual(20 * partBytes)
  const { status, body } = await complete(upload)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ size: long.length, contentType: 'video/mp4' })
  const file = await server.app.inject({ url: body.url })
  expect(file.rawPayload.equals(long)).toBe(true)
})

test('an address takes one part with its length, for a quarter of an hour', async () => {
  const upload = await begin()
  const { parts } = await next(upload)
  const [first] = parts
  const url = first?.url ?? ''
  const content = long.subarray(0, partBytes)
  expect(await put(url, content.subarray(0, 100))).toBe(409)
  expect(await put(url.replace('part=', 'part=x'), content)).toBe(404)
  expect(await put('/media/parts', content)).toBe(404)
  expect((await next(upload)).storedBytes).toBe(0)
  server.clock.advance(16 * 60_000)
  expect(await put(url, content)).toBe(404)
  const again = (await next(upload)).parts[0]?.url ?? ''
  expect(await put(again, content)).toBe(200)
  expect((await next(upload)).storedBytes).toBe(partBytes)
})

test("nobody continues or completes another person's upload, and an abandoned one takes no part", async () => {
  const upload = await begin()
  const { parts } = await next(upload)
  const other = await server.person('instructor')
  for (const answer of [
    await server.call('continueUpload', { body: { upload }, as: other }),
    await complete(upload, other),
  ])
    expect(answer.body.errorCode).toBe('UPLOAD_NOT_FOUND')
  await server.call('abandonUpload', { body: { upload }, as: teacher })
  expect(await put(parts[0]?.url ?? '', long.subarray(0, partBytes))).toBe(404)
})

test('completing an upload several times at once creates one file', async () => {
  const upload = await begin()
  for (const { start, end, url } of (await next(upload)).parts)
    expect(await put(url, long.subarray(start, end))).toBe(200)
  const answers = await Promise.all([complete(upload), complete(upload), complete(upload)])
  const addresses = new Set(answers.flatMap(({ body }) => (body.success ? [body.url] : [])))
  expect(addresses.size).toBe(1)
  expect((await complete(upload)).body).toMatchObject({ url: [...addresses][0] })
})

test('a video may have 2 GB in parts, a document 100 MB', async () => {
  expect(await begin(partedVideoMaxBytes)).not.toBe('')
  const larger = await server.call('beginUpload', {
    body: { name: 'Week 1.mp4', size: partedVideoMaxBytes + 1, contentType: 'video/mp4' },
    as: teacher,
  })
  const sheet = await server.call('beginUpload', {
    body: { name: 'Sheet.pdf', size: 104_857_601, contentType: 'application/pdf' },
    as: teacher,
  })
  expect([larger.body.error, sheet.body.error]).toEqual([
    'A video holds at most 2 GB',
    'File size exceeds 100MB limit',
  ])
})

test('a document that is announced as a video is refused all the same, and nothing of it is kept', async () => {
  const size = uploadMaxBytes + 1
  const announce = (name: string) =>
    server.call('beginUpload', { body: { name, size, contentType: 'video/mp4' }, as: teacher })
  expect((await announce('Sheet.pdf')).body.errorCode).toBe('FILE_TOO_LARGE')
  const upload = (await announce('Sheet')).body.data?.upload ?? ''
  const sheet = Buffer.alloc(size)
  sheet.write('%PDF-1.4\n')
  sheet.write('\n%%EOF\n', size - 7)
  for (let left = 1; left > 0;) {
    const { parts } = await next(upload)
    for (const { start, end, url } of parts) await put(url, sheet.subarray(start, end))
    left = parts.length
  }
  const { status, body } = await complete(upload)
  expect([status, body.errorCode]).toEqual([413, 'FILE_TOO_LARGE'])
  expect((await complete(upload)).body.errorCode).toBe('UPLOAD_NOT_FOUND')
})

test('uploads that would leave less than a tenth of the disk free are refused, and begin again when there is room', async () => {
  const size = 1024 ** 3
  const announce = async () => {
    const { status, body } = await server.call('beginUpload', {
      body: { name: 'a.mp4', size, contentType: 'video/mp4' },
      as: teacher,
    })
    return [status, (body as { error?: string }).error]
  }
  const before = await server.services.accounts.announcedBytes('media.unfinished')
  space = { ...roomy, freeBytes: keptFree(roomy) + before + 1.5 * size }
  const full = 'There is no space to store this file right now. Please try again later.'
  expect([await announce(), await announce()]).toEqual([
    [200, undefined],
    [507, full],
  ])
  space = { ...roomy, freeBytes: keptFree(roomy) }
  const small = await server.app.inject({ method: 'POST', url: '/api/upload', ...formOf() })
  expect([small.statusCode, small.json<{ errorCode: string }>().errorCode]).toEqual([507, 'STORAGE_FULL'])
  space = roomy
  expect((await announce())[0]).toBe(200)
})

function formOf() {
  const edge = 'edge'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  return {
    payload: `${head}%PDF-1.4\n%%EOF\r\n--${edge}--\r\n`,
    headers: {
      'content-type': `multipart/form-data; boundary=${edge}`,
      authorization: `Bearer ${teacher.token}`,
    },
  }
}
