/** Tests HAProxy and Caddy with the shipped configurations, in front of two servers that come and go. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listens } from '../lab/harness/part.ts'
import { freePort } from '../lab/harness/processes.ts'
import { prepareCaddy } from './testing-caddy.ts'
import { prepareHaproxy } from './testing-haproxy.ts'
import { recommendedTls, tlsOf } from './testing-tls.ts'

interface Running {
  child: ChildProcess
  port: number
  /** The port takes requests without TLS. */
  plain: number
  /** The certificate is HAProxy's; Caddy uses no TLS here. */
  ca?: string
  send: (method: string, path?: string, host?: string) => http.ClientRequest
}

let folder: string
let ports: [number, number]
let balancer: Running
const servers: http.Server[] = []

async function startHaproxy(): Promise<Running> {
  const port = await freePort()
  const plain = await freePort()
  const files = await prepareHaproxy(folder, { http: plain, https: port, servers: ports })
  const ca = await readFile(files.certificate, 'utf8')
  const child = spawn('haproxy', ['-db', '-f', files.configuration], { stdio: 'ignore' })
  const to = { host: '127.0.0.1', port, servername: 'localhost', ca, agent: false }
  return {
    child,
    port,
    plain,
    ca,
    send: (method, path, host) => https.request({ ...to, method, path, ...(host && { headers: { host } }) }),
  }
}

async function startCaddy(): Promise<Running> {
  const port = await freePort()
  const plain = await freePort()
  const file = await prepareCaddy(folder, { http: port, plain, servers: ports })
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const to = { host: '127.0.0.1', port, agent: false }
  return { child, port, plain, send: (method, path) => http.request({ ...to, method, path }) }
}

function running(start: () => Promise<Running>): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'apogee-balancer-'))
    ports = [await freePort(), await freePort()]
    balancer = await start()
    while (!(await listens(balancer.port))) await pause(20)
  })
  afterEach(async () => {
    const ended = once(balancer.child, 'exit')
    balancer.child.kill('SIGTERM')
    await ended
    for (const server of servers.splice(0)) await close(server)
    await rm(folder, { recursive: true })
  })
}

/** The server answers with its name, and with this status for `/readyz` and everything else. */
async function open(nth: 0 | 1, status: number): Promise<http.Server> {
  const server = http.createServer((_asked, response) => response.writeHead(status).end(`server ${nth}`))
  server.listen(ports[nth], '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return server
}

async function close(server: http.Server): Promise<void> {
  if (!server.listening) return
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

const ask = (method = 'GET', path = '/', host = '') => answerOf(balancer.send(method, path, host))

const askPlainly = (method: string, path: string) =>
  answerOf(
    http.request({
      host: '127.0.0.1',
      port: balancer.plain,
      method,
      path,
      agent: false,
      headers: { host: '127.0.0.1' },
    }),
  )

async function answerOf(sent: http.ClientRequest) {
  sent.end()
  const [response] = (await once(sent, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: http.IncomingHttpHeaders },
  ]
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode, headers: response.headers, body }
}

async function untilAnswers(wanted: string): Promise<void> {
  while ((await ask()).body !== wanted) await pause(20)
}

async function losesNothing(): Promise<void> {
  await open(1, 200)
  await untilAnswers('server 1')
  const first = await open(0, 200)
  await untilAnswers('server 0')
  await close(first)
  // The number of requests is smaller than the checks need to notice.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => ask(nth % 2 === 0 ? 'GET' : 'POST')),
  )
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array.from({ length: 20 }, () => [200, 'server 1']),
  )
}

async function asksToTryAgain(): Promise<void> {
  const { status, headers, body } = await ask()
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  expect(body).toContain('Please try again in a moment.')
}

/** Checks that without TLS pages redirect to TLS, and that calls are refused with an explanation. */
async function leadsPagesOnly(): Promise<void> {
  for (const path of ['/', '/sp/1?x=1', '/apiary'])
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await askPlainly(method, path)
      expect([path, status, headers.location]).toEqual([path, 308, `https://127.0.0.1${path}`])
    }
  const files = ['/media/x?s=1', '/packages/x/0/a.html', '/metrics', '/readyz', '/healthz']
  for (const [method, path] of [
    ...['/api', '/api/courses?limit=1', ...files].map((path) => ['GET', path] as const),
    ...['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => [method, '/login'] as const),
  ]) {
    const { status, headers, body } = await askPlainly(method, path)
    expect([path, status, headers.location]).toEqual([path, 403, undefined])
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    expect(JSON.parse(body)).toMatchObject({ success: false, errorCode: 'FORBIDDEN' })
  }
}

describe('HAProxy', () => {
  running(startHaproxy)
  test('no request fails when one of two servers ends without notice', losesNothing)
  test('while nobody listens, visitors are asked to try again', asksToTryAgain)
  test('without TLS a page leads to TLS, and a call is refused', leadsPagesOnly)

  test.runIf(process.getuid?.() === 0)('HAProxy serves without the rights of root', async () => {
    expect((await stat(`/proc/${balancer.child.pid}`)).uid).not.toBe(0)
  })

  test('while no server is ready, requests reach one that listens, whose own answer passes', async () => {
    await open(1, 503)
    await untilAnswers('server 1')
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 6 }, () => [503, 'server 1']),
    )
  })

  test('the host of packages has files of packages, and nothing else', async () => {
    await open(0, 200)
    await untilAnswers('server 0')
    const statusAt = async (host: string, path: string) => (await ask('GET', path, host)).status
    expect(await statusAt('content.example.my', '/packages/x/0/a.html')).toBe(200)
    for (const path of ['/', '/api/courses', '/packages'])
      expect(await statusAt('Content.example.my:443', path)).toBe(404)
    expect(await statusAt('learn.example.my', '/api/courses')).toBe(200)
  })

  test('HAProxy speaks only recommended versions and ciphers of TLS, the strongest first', async () => {
    expect(await tlsOf(balancer.port, balancer.ca ?? '')).toEqual(recommendedTls)
  })
})

describe('Caddy', () => {
  running(startCaddy)
  test('no request fails when one of two servers ends without notice', losesNothing)
  test('while nobody listens, visitors are asked to try again', asksToTryAgain)
  test('without TLS a page leads to TLS, and a call is refused', leadsPagesOnly)
})
