import { randomBytes } from 'node:crypto'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2'
import { request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { refusals } from '../packages/contracts/src/refusals.ts'
import { freePort, startProgram, type Running } from '../lab/harness/processes.ts'
import { host } from './testing-certificate.ts'
import { startNginx, type Nginx } from './testing-nginx.ts'
import { recommendedTls, tlsOf } from './testing-tls.ts'

const superadmin = { email: 'owner@ops.test', password: 'Seven-Hornbills-4' }
const demoVideo = join(import.meta.dirname, '../content/demo-school/media/git-snapshots.mp4')
const packageHost = 'content.example.my'
/** The size in bytes is that of the largest video that the product accepts. */
const videoBytes = 100 * 1024 * 1024

let dataDir: string
let ports: [number, number]
let first: Running
let nginx: Nginx
let session: ClientHttp2Session

function startServer(port: number): Promise<Running> {
  return startProgram('server-process.ts', {
    environment: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_DATA: 'false',
      PUBLIC_URL: `https://${host}`,
      PACKAGE_ORIGIN: `https://${packageHost}`,
      TRUSTED_PROXIES: '127.0.0.1',
      MEDIA_ACCEL_LOCATION: '/stored-media/',
      SUPERADMIN_EMAIL: superadmin.email,
      SUPERADMIN_PASSWORD: superadmin.password,
      LOG_LEVEL: 'error',
    },
  })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'apogee-ops-'))
  ports = [await freePort(), await freePort()]
  first = await startServer(ports[0])
  nginx = await startNginx({ servers: ports, files: join(dataDir, 'uploads/files') })
})

afterAll(async () => {
  await nginx?.stop()
  await first?.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

beforeEach(() => {
  session = connect(`https://${host}:${nginx.port}`, {
    ca: nginx.ca,
    servername: host,
    lookup: (_name, options, answer) =>
      options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4),
  })
})

afterEach(() => {
  session.close()
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

async function ask(path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> {
  const stream = session.request({
    ':path': path,
    ':method': body ? 'POST' : 'GET',
    ':authority': host,
    ...(body && { 'content-length': String(body.length) }),
    ...headers,
  })
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(stream, 'end')
  const answered = once(stream, 'response') as Promise<[IncomingHttpHeaders & { ':status': number }]>
  // A server that refuses a body may end the stream before all of it is sent.
  stream.end(body)
  const [answer] = await answered
  await ended
  return { status: answer[':status'], headers: answer, body: Buffer.concat(chunks) }
}

const json = (body: object) => Buffer.from(JSON.stringify(body))

async function signIn(): Promise<string> {
  const answer = await ask('/api/auth/login', { 'content-type': 'application/json' }, json(superadmin))
  expect(answer.status, answer.body.toString()).toBe(200)
  return (JSON.parse(answer.body.toString()) as { data: { token: string } }).data.token
}

/** Returns a valid video, padded by an MP4 box of free space. */
async function largeVideo(): Promise<Buffer> {
  const start = await readFile(demoVideo)
  const video = Buffer.alloc(videoBytes)
  start.copy(video)
  video.writeUInt32BE(videoBytes - start.length, start.length)
  video.write('free', start.length + 4, 'latin1')
  randomBytes(1024).copy(video, start.length + 8)
  return video
}

function upload(token: string, file: Buffer): Promise<Answer> {
  const boundary = 'apogee-ops'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.mp4"\r\ncontent-type: video/mp4\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const type = `multipart/form-data; boundary=${boundary}`
  return ask('/api/upload', { authorization: `Bearer ${token}`, 'content-type': type }, body)
}

test('a page is served over HTTP/2 with the links of the public address and the id of nginx', async () => {
  const page = await ask('/marketplace')
  expect(page.status).toBe(200)
  expect(page.headers['strict-transport-security']).toContain('max-age')
  expect(page.body.toString()).toContain(`href="https://${host}/`)
  expect(page.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
})

test('nginx speaks only recommended versions and ciphers of TLS, the strongest first', async () => {
  expect(await tlsOf(nginx.port, nginx.ca)).toEqual(recommendedTls)
})

async function askPlainly(path: string, method = 'GET', name = host) {
  const sent = request({ host: '127.0.0.1', port: nginx.plainPort, path, method, headers: { host: name } })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of answer) body += String(chunk)
  return { status: answer.statusCode, headers: answer.headers, body }
}

test('a page over plain HTTP leads to the same address over TLS', async () => {
  for (const path of ['/sp/1?x=1', '/', '/apiary', '/packages-and-more']) {
    const { status, headers } = await askPlainly(path)
    expect([path, status, headers.location]).toEqual([path, 308, `https://${host}${path}`])
  }
  expect((await askPlainly('/login', 'HEAD')).status).toBe(308)
})

test('a call, a file or a form over plain HTTP is refused and led nowhere', async () => {
  const calls = [
    '/api',
    '/api/',
    '/api/courses?limit=1',
    '//api/courses',
    '/api/../api/auth/login',
    '/media/x?s=1',
  ]
  for (const [path, method] of [
    ...calls.map((path) => [path, 'GET'] as const),
    ...(['POST', 'PUT', 'DELETE', 'OPTIONS'] as const).map((method) => ['/login', method] as const),
    ...(['/packages/x/0/a.html', '/metrics', '/readyz', '/healthz'] as const).map(
      (path) => [path, 'GET'] as const,
    ),
  ]) {
    const { status, headers, body } = await askPlainly(path, method)
    expect([path, status, headers.location]).toEqual([path, 403, undefined])
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    expect(JSON.parse(body)).toEqual({
      success: false,
      error: 'This address is served over https only. Nothing was done.',
      errorCode: 'FORBIDDEN',
    })
  }
})

test('the host of packages has their scripts, and nothing else', async () => {
  const at = (name: string, path: string) => ask(path, { ':authority': name })
  expect((await at(packageHost, '/packages/run-time/1.2.js')).status).toBe(200)
  for (const path of [
    '/',
    '/login',
    '/api/courses?limit=1',
    '/packages/../api/courses',
    '/stored-media/',
    '/packages/',
  ])
    expect([path, (await at(packageHost, path)).status]).toEqual([path, 404])
  expect((await at(host, '/api/courses?limit=1')).status).toBe(200)
  expect((await askPlainly('/packages/run-time/1.2.js', 'GET', packageHost)).status).toBe(404)
})

test('an upload of 100 MB arrives, and its ranges are sent by nginx after our check', async () => {
  const token = await signIn()
  const video = await largeVideo()
  const stored = await upload(token, video)
  expect(stored.status, stored.body.toString()).toBe(201)
  const { url } = JSON.parse(stored.body.toString()) as { url: string }
  const { pathname, search } = new URL(url, `https://${host}`)
  const range = await ask(`${pathname}${search}`, { range: 'bytes=100-299' })
  expect(range.status).toBe(206)
  expect(range.headers['content-range']).toBe(`bytes 100-299/${videoBytes}`)
  expect(range.body.equals(video.subarray(100, 300))).toBe(true)
  expect(range.headers).toMatchObject({
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const direct = await fetch(`${first.origin}${pathname}${search}`, { headers: { range: 'bytes=100-299' } })
  expect(direct.headers.get('x-accel-redirect')).toContain('/stored-media/')
  expect((await ask('/stored-media/')).status).toBe(404)
  expect((await ask(`${pathname}?`)).status).toBeGreaterThanOrEqual(400)
})

test('the address that a client claims to have is replaced by its own', async () => {
  const { headers, status } = await ask('/api/courses?limit=1', { 'x-request-id': 'mine-mine-mine' })
  expect(status).toBe(200)
  expect(headers['x-request-id']).not.toBe('mine-mine-mine')
  // Ten failures count for one account from one address; claiming another address each time changes nothing.
  const tries = []
  for (let nth = 0; nth <= 10; nth += 1) {
    const claimed = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${nth}` }
    const body = json({ email: 'nobody@ops.test', password: 'Wrong-Password-1' })
    tries.push((await ask('/api/auth/login', claimed, body)).status)
  }
  expect(tries.at(-1)).toBe(429)
})

test('while the first server is replaced the second takes over, and without both a client gets 503 to retry', async () => {
  const second = await startServer(ports[1])
  try {
    await first.stop()
    expect((await ask('/marketplace')).status).toBe(200)
    expect((await ask('/api/courses?limit=1')).status).toBe(200)
    const form = { 'content-type': 'application/json' }
    expect((await ask('/api/auth/login', form, json(superadmin))).status).toBe(200)
  } finally {
    await second.stop()
  }
  const call = await ask('/api/courses?limit=1')
  expect(call.status).toBe(503)
  expect(call.headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/json' })
  const { sentence } = refusals.UNAVAILABLE
  expect(JSON.parse(call.body.toString())).toEqual({
    success: false,
    error: sentence,
    errorCode: 'UNAVAILABLE',
  })
  const page = await ask('/marketplace')
  expect(page.status).toBe(503)
  expect(page.body.toString()).toContain('Sila cuba lagi')
})
