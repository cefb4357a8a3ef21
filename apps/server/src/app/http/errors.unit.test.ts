import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleErrors } from './errors.ts'

let app: ReturnType<typeof serverThatReads>['app']
let logged: string[]

beforeEach(() => {
  ;({ app, logged } = serverThatReads())
})
afterEach(() => app.close())

function serverThatReads() {
  const lines: string[] = []
  const log: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const server = Fastify({ loggerInstance: log })
  handleErrors(server)
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  server.post('/files', async ({ raw }) => {
    for await (const chunk of raw) server.log.debug(chunk)
    return {}
  })
  server.get('/broken', () => {
    throw Object.assign(new Error('the connection to something of ours broke'), { code: 'ECONNRESET' })
  })
  server.get<{ Params: { code: string } }>('/undone/:code', ({ params }) => {
    throw Object.assign(new Error('deadlock detected'), { code: params.code })
  })
  return { app: server, logged: lines }
}

test('a client that disconnects during an upload is not logged as an error', async () => {
  const answered = new Promise<void>((resolve) => {
    app.addHook('onSend', async () => resolve())
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  const arrived = once(app.server, 'request')
  socket.write('POST /files HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: 1000\r\n\r\nhalf')
  await arrived
  socket.destroy()
  await answered
  expect(logged).toEqual([])
})

test('a broken connection to the database is logged, and its message is not in the answer', async () => {
  const { statusCode, body } = await app.inject('/broken')
  expect(statusCode).toBe(500)
  expect(body).not.toContain('something of ours')
  expect(logged.join()).toContain('something of ours')
})

test.each(['08006', '08P01', '53100', '53200', '53300', '57014', '57P01', '57P03'])(
  'a database that lacks connections or resources, or was stopped, answers that a retry may help: %s',
  async (code) => {
    const { statusCode, headers, body } = await app.inject(`/undone/${code}`)
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toBe('2')
    expect(JSON.parse(body)).toMatchObject({ success: false, errorCode: 'UNAVAILABLE' })
  },
)

test.each(['40P01', '40001'])(
  'a transaction rolled back by the database answers that a retry may help: %s',
  async (code) => {
    const { statusCode, headers, body } = await app.inject(`/undone/${code}`)
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toBe('2')
    expect(body).not.toContain('deadlock')
    expect(logged.join()).toContain('deadlock detected')
  },
)
