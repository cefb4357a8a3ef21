/** HAProxy and Caddy with the shipped configurations, in front of two servers that come and go. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listens } from '../drills/part.ts'
import { freePort } from '../torture/processes.ts'
import { prepareCaddy } from './testing-caddy.ts'
import { prepareHaproxy } from './testing-haproxy.ts'
import { recommendedTls, tlsOf } from './testing-tls.ts'

interface Running {
  child: ChildProcess
  port: number
  /** Of HAProxy: Caddy speaks no TLS here. */
  ca?: string
  send: (method: string) => http.ClientRequest
}

let folder: string
let ports: [number, number]
let balancer: Running
const servers: http.Server[] = []

async function startHaproxy(): Promise<Running> {
  const port = await freePort()
  const files = await prepareHaproxy(folder, { http: await freePort(), https: port, servers: ports })
  const ca = await readFile(files.certificate, 'utf8')
  const child = spawn('haproxy', ['-db', '-f', files.configuration], { stdio: 'ignore' })
  const to = { host: '127.0.0.1', port, servername: 'localhost', ca, agent: false }
  return { child, port, ca, send: (method) => https.request({ ...to, method }) }
}

async function startCaddy(): Promise<Running> {
  const port = await freePort()
  const file = await prepareCaddy(folder, { http: port, servers: ports })
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  return { child, port, send: (method) => http.request({ host: '127.0.0.1', port, method, agent: false }) }
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

/** Its name, and the status of `/readyz` and of everything else. */
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

async function ask(method = 'GET') {
  const sent = balancer.send(method)
  sent.end()
  const [response] = (await once(sent, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: object },
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
  // Fewer than its checks need to notice.
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

describe('HAProxy', () => {
  running(startHaproxy)
  test('no request fails when one of two servers ends without notice', losesNothing)
  test('while nobody listens, visitors are asked to try again', asksToTryAgain)

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

  test('only recommended versions and ciphers of TLS are spoken, the strongest first', async () => {
    expect(await tlsOf(balancer.port, balancer.ca ?? '')).toEqual(recommendedTls)
  })
})

describe('Caddy', () => {
  running(startCaddy)
  test('no request fails when one of two servers ends without notice', losesNothing)
  test('while nobody listens, visitors are asked to try again', asksToTryAgain)
})
