/**
 * Tests that files sent by the operator's reverse proxy (`MEDIA_ACCEL_LOCATION`) produce the same responses as files from this
 * process.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { createLocalStorage } from '#server/adapters/storage/local.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { picture, uploadFile, video } from './testing.ts'

const accelLocation = '/stored-media/'

let server: TestApp
let folder = ''
let isHandedOver = false
let teacher: TestPerson
/** Signed addresses of a video, and of a picture in a smaller size. */
let urls: { video: string; copy: string }
let mp4: Buffer

beforeAll(async () => {
  server = await startTestApp({
    payments: unusedPayments,
    createStorage(directory) {
      folder = directory
      const handing = createLocalStorage(directory, { accelLocation })
      return {
        ...createLocalStorage(directory),
        proxyAddress: (key) => (isHandedOver ? handing.proxyAddress(key) : null),
      }
    },
  })
  teacher = await server.person('instructor')
  mp4 = await video('mp4', 3)
  const cover = (await uploadFile(server, teacher, await picture('png'), 'c.png', 'cover')).url
  const [path = '', query = ''] = cover.split('?')
  urls = { video: (await uploadFile(server, teacher, mp4, 'one.mp4')).url, copy: `${path}/w320?${query}` }
})
afterAll(() => server.stop())

interface Answer {
  status: number
  headers: Record<string, OutgoingHttpHeaders[string]>
  body: Buffer
}

interface Asked {
  url: string
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
}

async function ask({ url, method = 'GET', headers = {} }: Asked): Promise<Answer> {
  const answer = await server.app.inject({ url, method, headers })
  return { status: answer.statusCode, headers: { ...answer.headers }, body: answer.rawPayload }
}

/** Returns whether `If-Range` names another version, so that the whole file is sent. */
function isOtherVersion({ headers = {} }: Asked, answered: Answer['headers']): boolean {
  return headers['if-range'] !== undefined && headers['if-range'] !== answered['etag']
}

/** Simulates nginx with ops/nginx/apogee.conf (docs/operations.md#media-through-nginx). */
async function askThroughProxy(asked: Asked): Promise<Answer> {
  isHandedOver = true
  const { status, headers, body } = await ask(asked).finally(() => (isHandedOver = false))
  const { 'x-accel-redirect': address, ...others } = headers
  if (typeof address !== 'string') return { status, headers, body }
  expect([status, body.length, address.startsWith(accelLocation)]).toEqual([200, 0, true])
  // nginx adds `accept-ranges` to a whole file itself, so the application must not send it there.
  expect('accept-ranges' in others).toBe(
    asked.headers?.['range'] !== undefined && !isOtherVersion(asked, headers),
  )
  const file = await readFile(join(folder, 'files', address.slice(accelLocation.length)))
  const asRange = isOtherVersion(asked, headers) ? undefined : asked.headers?.['range']
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(asRange ?? '') ?? []
  const part = start === undefined ? file : file.subarray(Number(start), Number(end) + 1)
  return {
    status: start === undefined ? 200 : 206,
    headers: {
      ...others,
      ...(start === undefined && { 'accept-ranges': 'bytes' }),
      'content-length': String(part.length),
      ...(start !== undefined && { 'content-range': `bytes ${start}-${end}/${file.length}` }),
    },
    body: part,
  }
}

/** Fastify writes its own `content-length` as a number or as text, so both become text. */
const comparable = ({ headers, ...answer }: Answer) => ({
  ...answer,
  headers: {
    ...headers,
    date: '',
    'x-request-id': '',
    'content-length': headers['content-length']?.toString(),
  },
})

test('a file sent by the proxy has the status, headers and bytes of one that this process sends', async () => {
  const tag = (await ask({ url: urls.video })).headers['etag']?.toString() ?? ''
  const cases: Asked[] = [
    { url: urls.video },
    { url: urls.video, headers: { range: 'bytes=10-29' } },
    { url: urls.video, headers: { range: 'bytes=10-29', 'if-range': tag } },
    { url: urls.video, headers: { range: 'bytes=10-29', 'if-range': '"another"' } },
    { url: urls.video, headers: { 'if-none-match': tag } },
    { url: urls.video, method: 'HEAD' },
    { url: urls.copy },
    { url: urls.copy, headers: { accept: 'image/webp' } },
  ]
  for (const asked of cases) {
    const direct = await ask(asked)
    expect(direct.headers['content-security-policy'], asked.url).toMatch(/^sandbox/)
    expect(comparable(await askThroughProxy(asked)), JSON.stringify(asked)).toEqual(comparable(direct))
  }
})

test('the proxy gets no address for a request that is refused or outside of the file', async () => {
  isHandedOver = true
  try {
    const stranger = await server.person()
    for (const [url, range, status] of [
      [urls.video.split('?')[0] ?? '', 'bytes=0-9', 403],
      [urls.video.replace(/u=\d+/, `u=${stranger.id}`), 'bytes=0-9', 403],
      [`/media/${'A'.repeat(22)}`, 'bytes=0-9', 404],
      [urls.video, `bytes=${mp4.length}-`, 416],
    ] as const) {
      const refused = await ask({ url, headers: { range } })
      expect([refused.status, refused.headers['x-accel-redirect']], url).toEqual([status, undefined])
    }
  } finally {
    isHandedOver = false
  }
})

test('a request cannot ask for the handing over, which is off without the setting', async () => {
  const answer = await ask({
    url: urls.video,
    headers: { 'x-accel-redirect': '/stored-media/', 'x-accel-mapping': '/=/' },
  })
  expect(answer.headers['x-accel-redirect']).toBeUndefined()
  expect(answer.body.equals(mp4)).toBe(true)
})
