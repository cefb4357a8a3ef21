import { once } from 'node:events'
import { Agent, request as send, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OpenConnections } from './http/connections/open-connections.ts'
import { closeServer, closingOptions, drain, type StopState } from './stop-server.ts'

const log = pino({ level: 'silent' })
/** No test takes this long. */
const forEverMs = 600_000
const never = new AbortController().signal

let app: FastifyInstance
let port: number
let connections: OpenConnections
let state: StopState
let slow: PromiseWithResolvers<string>
const sockets: Socket[] = []
const agents: Agent[] = []

beforeEach(async () => {
  slow = Promise.withResolvers()
  state = { isStopping: false }
  app = Fastify(closingOptions)
  connections = new OpenConnections(app.server)
  app.get('/quick', async () => 'quick')
  app.get('/slow', () => slow.promise)
  app.get('/readyz', async () => 'ready')
  app.post('/sum', async (request) => (request.body as number[]).length)
  app.addContentTypeParser('text/plain', async () => slow.promise)
  app.post('/upload', async () => 'stored')
  // The hook is asynchronous like those of the product, so it ends after the handler.
  app.addHook('onSend', async (_request, _reply, payload) => payload)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP port')
  port = address.port
})

afterEach(async () => {
  slow.resolve('')
  for (const agent of agents.splice(0)) agent.destroy()
  for (const socket of sockets.splice(0)) socket.destroy()
  app.server.closeAllConnections()
  await app.close()
})

async function ask(path: string, agent: Agent | false = false, body?: object) {
  const request = send({ port, host: '127.0.0.1', path, agent, method: body ? 'POST' : 'GET' })
  if (body) request.setHeader('content-type', 'application/json')
  request.end(body && JSON.stringify(body))
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  return { status: answer.statusCode, headers: answer.headers, text }
}

function keepAlive(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return agent
}

/** Opens a connection and records all received data. */
async function open(): Promise<{ socket: Socket; received: () => string }> {
  const accepted = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  sockets.push(socket)
  let received = ''
  socket.on('data', (text: string) => (received += text))
  await accepted
  return { socket, received: () => received }
}

const untilClosing = () => vi.waitFor(() => expect(app.server.listening).toBe(false))

test('during the grace of a stop every request is served, and each answer closes its connection', async () => {
  const agent = keepAlive()
  expect((await ask('/quick', agent)).headers.connection).toBe('keep-alive')
  const begun = ask('/slow', keepAlive())
  await once(app.server, 'request')
  let isOver = false
  void drain(state, connections, { graceMs: forEverMs, urged: never }).then(() => (isOver = true))
  expect(state.isStopping).toBe(true)
  for (const connection of [agent, keepAlive(), false] as const) {
    expect(await ask('/quick', connection)).toMatchObject({
      status: 200,
      text: 'quick',
      headers: { connection: 'close' },
    })
  }
  expect(await ask('/sum', keepAlive(), [1, 2])).toMatchObject({
    status: 200,
    text: '2',
    headers: { connection: 'close' },
  })
  slow.resolve('at last')
  expect(await begun).toMatchObject({ status: 200, text: 'at last', headers: { connection: 'close' } })
  expect(isOver).toBe(false)
})

test('the grace of a stop ends when the stop is urged', async () => {
  const urged = new AbortController()
  const drained = drain(state, connections, { graceMs: forEverMs, urged: urged.signal })
  urged.abort()
  await drained
  await drain(state, connections, { graceMs: forEverMs, urged: urged.signal })
})

test('the grace of a stop lasts while requests still arrive', async () => {
  let reads = 0
  const arriving = {
    announceEnd: () => undefined,
    get lastRequestAt() {
      reads += 1
      return reads < 3 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    },
  }
  await drain(state, arriving, { graceMs: 0, urged: never })
  expect(reads).toBe(3)
})

test('health checks are no requests that a stop waits for', async () => {
  await ask('/readyz')
  expect(connections.lastRequestAt).toBe(Number.NEGATIVE_INFINITY)
  await ask('/quick')
  expect(connections.lastRequestAt).toBeGreaterThan(0)
})

test('a request on a connection that was opened before the server closes is served while it closes', async () => {
  const { socket, received } = await open()
  const closed = closeServer(app, connections, { withinMs: forEverMs, arrivalMs: forEverMs, log })
  await untilClosing()
  const ended = once(socket, 'close')
  socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n')
  await ended
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*quick$/i)
  await closed
})

test('a connection that is kept alive does not delay the end of the server once its request has ended', async () => {
  const begun = ask('/slow', keepAlive())
  await once(app.server, 'request')
  const closed = closeServer(app, connections, { withinMs: forEverMs, arrivalMs: 0, log })
  await untilClosing()
  slow.resolve('at last')
  expect((await begun).text).toBe('at last')
  await closed
})

test('a request without an answer at the limit gets 503 with Retry-After, and a later answer is dropped', async () => {
  const agent = keepAlive()
  const begun = ask('/slow', agent)
  await once(app.server, 'request')
  const closed = closeServer(app, connections, { withinMs: 0, log })
  const { status, headers, text } = await begun
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'retry-after': '2', connection: 'close', 'cache-control': 'no-store' })
  // The address is that of a page, so the answer is a page.
  expect(text).toMatch(/^<!doctype html>/)
  slow.resolve('too late')
  await closed
})

test('a client that is still sending at the limit reads the 503 before its connection is closed', async () => {
  const { socket, received } = await open()
  const heard = once(app.server, 'request')
  socket.write(
    'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\npart',
  )
  await heard
  const closed = closeServer(app, connections, { withinMs: 0, log })
  const ended = once(socket, 'end')
  const failed = vi.fn<(error: Error) => void>()
  socket.on('error', failed)
  await ended
  expect(received()).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 2\r\n[^]*<!doctype html>/i)
  expect(failed).not.toHaveBeenCalled()
  await closed
})

test('an answer that has begun is cut only after the limit', async () => {
  app.server.prependListener('request', (request, response) => {
    if (request.url === '/film') response.writeHead(200, { 'content-length': 10 }).write('begun')
  })
  const { socket, received } = await open()
  socket.write('GET /film HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  const closed = closeServer(app, connections, { withinMs: 0, log })
  await once(socket, 'close')
  expect(received()).toMatch(/200 OK[^]*begun$/)
  await closed
})
