/** HAProxy with the shipped configuration, in front of two servers that come and go. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listens } from '../drills/part.ts'
import { freePort } from '../torture/processes.ts'
import { prepareHaproxy } from './testing-haproxy.ts'

let folder: string
let haproxy: ChildProcess
let ca: string
let httpsPort: number
let ports: [number, number]
const servers: Server[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-haproxy-'))
  ports = [await freePort(), await freePort()]
  httpsPort = await freePort()
  const files = await prepareHaproxy(folder, { http: await freePort(), https: httpsPort, servers: ports })
  ca = await readFile(files.certificate, 'utf8')
  haproxy = spawn('haproxy', ['-db', '-f', files.configuration], { stdio: 'ignore' })
  while (!(await listens(httpsPort).catch(() => false))) await pause(20)
})

afterEach(async () => {
  const ended = once(haproxy, 'exit')
  haproxy.kill('SIGTERM')
  await ended
  for (const server of servers.splice(0)) await close(server)
  await rm(folder, { recursive: true })
})

/** Its name, and the status of `/readyz` and of everything else. */
async function open(nth: 0 | 1, status: number): Promise<Server> {
  const server = createServer((_asked, response) => response.writeHead(status).end(`server ${nth}`))
  server.listen(ports[nth], '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return server
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

async function ask(method = 'GET') {
  const sent = request({
    host: '127.0.0.1',
    port: httpsPort,
    servername: 'localhost',
    ca,
    method,
    agent: false,
  })
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

test('no request fails when one of two servers ends without notice', async () => {
  const first = await open(0, 200)
  await open(1, 200)
  await untilAnswers('server 0')
  await untilAnswers('server 1')
  await close(first)
  // Fewer than its checks need to notice.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => ask(nth % 2 === 0 ? 'GET' : 'POST')),
  )
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array.from({ length: 20 }, () => [200, 'server 1']),
  )
})

test('while no server is ready, requests reach one that listens, whose own answer passes', async () => {
  await open(1, 503)
  await untilAnswers('server 1')
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask()))
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array.from({ length: 6 }, () => [503, 'server 1']),
  )
})

test('while nobody listens, visitors are asked to try again', async () => {
  const { status, headers, body } = await ask()
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  expect(body).toContain('Please try again in a moment.')
})
