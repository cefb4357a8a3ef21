/**
 * Tests that a failure at the address of a page is shown as a page, even if Fastify or Node refuses the request before any route.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerFailure, answerUnreadable, handleErrors } from '#server/app/http/errors.ts'
import { optionsOfBuild, writeBuild } from '../build.testing.ts'
import { registerPages } from '../register-pages.ts'

let webDist: string
let app: FastifyInstance

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'apogee-failed-pages-'))
  await writeBuild(webDist)
  app = Fastify({
    logger: false,
    frameworkErrors: answerFailure,
    clientErrorHandler: answerUnreadable,
  })
  handleErrors(app)
  app.get('/api/courses', async () => ({}))
  app.get('/purchases/:id', async () => Promise.reject(new Error('a fault of ours')))
  await registerPages(app, {
    ...optionsOfBuild(webDist),
    otherOrigins: { mediaOrigin: null, uploadOrigin: null, packageOrigin: 'https://content.example' },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await rm(webDist, { recursive: true })
})

const lost = '<h1 class="ap-state-title">This page does not exist</h1>'

test.each(['/courses/%', '/sp/%zz', '/%E0%A4%A', '/%', '/courses/%?price=free', '/%c0%ae/?x=%zz'])(
  'the address %s is a page with 404',
  async (url) => {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(404)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    })
    expect(body).toContain(lost)
    expect(body).toContain('<a class="ap-button" data-variant="primary" href="/">Go to the start page</a>')
  },
)

test.each([{ url: '/courses/%?lang=ms' }, { url: '/courses/%', headers: { cookie: 'lang=ms' } }])(
  'the page of $url is in the language of the visitor and offers the other',
  async (request) => {
    const { body } = await app.inject(request)
    expect(body).toContain('<html lang="ms"')
    expect(body).toContain('Halaman ini tidak wujud')
    expect(body).toContain('href="/courses/%?lang=en" lang="en" hreflang="en">English</a>')
  },
)

test('an address cannot write into the page, nor lead to another site', async () => {
  expect((await app.inject('/%"><script>alert(1)</script>')).body).not.toContain('<script>alert')
  expect((await app.inject('//evil.example/%')).body).toContain('href="/evil.example/%?lang=ms"')
})

test.each(['/api/%zz', '/media/%zz', '/packages/%zz', '/api/unknown'])('%s answers JSON', async (url) => {
  const { statusCode, body } = await app.inject({ url })
  expect(statusCode).toBe(404)
  expect(JSON.parse(body)).toMatchObject({ success: false, errorCode: 'NOT_FOUND' })
})

test.each([
  { method: 'PUT' as const, status: 404 },
  { method: 'DELETE' as const, status: 404 },
  { method: 'PUT' as const, type: 'application/xml', status: 404 },
  { method: 'PUT' as const, type: 'application/json', status: 400 },
])('$method with the type $type at a page is a page with $status', async ({ method, type, status }) => {
  const answer = await app.inject({
    method,
    url: '/courses',
    ...(type && { payload: '<', headers: { 'content-type': type } }),
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
})

test('a fault at the address of a page is a page with its number, and says nothing of the fault', async () => {
  const { statusCode, body } = await app.inject('/purchases/1')
  expect(statusCode).toBe(500)
  expect(body).toMatch(/Something went wrong.*The number of the error is [\w-]+\./)
  expect(body).not.toContain('fault of ours')
})

test('the host of packages shows no page of the product', async () => {
  const { statusCode, body } = await app.inject({ url: '/%', headers: { host: 'content.example' } })
  expect([statusCode, body]).toEqual([404, 'This address does not exist.'])
})

async function say(bytes: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  return text(socket)
}

test('headers that are too long are explained in each language, on a page as JSON elsewhere', async () => {
  const head = `HTTP/1.1\r\nHost: x\r\nCookie: a=${'a'.repeat(20_000)}\r\n\r\n`
  const page = await say(`GET /courses ${head}`)
  expect(page).toContain('HTTP/1.1 431 Request Header Fields Too Large')
  expect(page).toContain('Content-Type: text/html; charset=utf-8')
  expect(page).toContain('Delete the cookies of this site')
  expect(page).toContain('<section lang="ms">')
  expect(await say(`GET /api/courses ${head}`)).toContain('"errorCode":"BODY_TOO_LARGE"')
})

test('a request with a malformed header or an unknown method at a page is a page with 400', async () => {
  for (const bytes of ['GET /courses HTTP/1.1\r\nHo st: x\r\n\r\n', 'FETCH /courses HTTP/1.1\r\n\r\n'])
    expect(await say(bytes)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/html/)
  expect(await say('NONSENSE\r\n\r\n')).toContain('"errorCode":"MALFORMED_REQUEST"')
})
