import Fastify, { type FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { expect, test } from 'vitest'
import { identifyRequests, logEveryRequest, requestIdOf, requestLogging } from './request-log.ts'

function serverWithLog(options: { everyRequest: boolean }) {
  const lines: Record<string, unknown>[] = []
  const log: FastifyBaseLogger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const app = Fastify({
    loggerInstance: log,
    logController: requestLogging,
    genReqId: requestIdOf,
  })
  identifyRequests(app)
  if (options.everyRequest) logEveryRequest(app)
  app.get('/reset/:token', async () => ({ done: true }))
  app.get('/broken', async (_request, reply) => reply.code(500).send('no'))
  return { app, lines }
}

test('an answer names its request by the id that came with it', async () => {
  const { app } = serverWithLog({ everyRequest: false })
  const answer = await app.inject({ url: '/reset/1', headers: { 'x-request-id': 'edge-0123.abc:9' } })
  expect(answer.headers['x-request-id']).toBe('edge-0123.abc:9')
})

test.each(['short', 'with spaces in it', 'x'.repeat(129), 'line\tbreak-0123', '<script>alert(1)</script>'])(
  'an answer names its request by a new id instead of %j',
  async (given) => {
    const { app } = serverWithLog({ everyRequest: false })
    const answer = await app.inject({ url: '/reset/1', headers: { 'x-request-id': given } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  },
)

test('the request log contains only failed requests, with the id that the answer names', async () => {
  const { app, lines } = serverWithLog({ everyRequest: false })
  await app.inject('/reset/1')
  const { headers } = await app.inject('/broken')
  expect(lines).toMatchObject([
    { msg: 'request failed', requestId: headers['x-request-id'], route: '/broken', status: 500 },
  ])
})

test('a line about a request names its id once', async () => {
  const { app, lines } = serverWithLog({ everyRequest: true })
  app.get('/noted', async (request) => {
    request.log.info('noted')
    return {}
  })
  const { headers } = await app.inject('/noted')
  expect(lines.map(({ msg }) => msg)).toEqual(['noted', 'request'])
  for (const line of lines) {
    expect(line).toMatchObject({ requestId: headers['x-request-id'] })
    expect(line).not.toHaveProperty('reqId')
  }
})

test('with an access log each request has a line, without tokens and queries', async () => {
  const { app, lines } = serverWithLog({ everyRequest: true })
  const token = 'q7Zk1vT9mW3xB5nR8sYdL2cF'
  await app.inject(`/reset/${token}?mail=someone@apogee.test`)
  await app.inject('/nothing')
  expect(lines).toMatchObject([
    { msg: 'request', method: 'GET', path: '/reset/…', route: '/reset/:token', status: 200, bytes: 13 },
    { msg: 'request', path: '/nothing', status: 404 },
  ])
  expect(JSON.stringify(lines)).not.toContain(token)
})
