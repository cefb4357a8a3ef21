import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveFormPosts } from './form-posts.ts'

const origin = 'https://school.example'
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify({ logger: false })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ success: false }))
  await serveFormPosts(app, {
    source: {
      renderer: () => Promise.reject(new Error('nothing is rendered')),
      assetsOf: () => ({ entry: '', modules: [], sheets: [], partImports: null }),
      styles: {
        ofPage: () => ({ css: 'body{color:red}', sheets: [] }),
        ofMarkup: () => ({ css: 'body{color:red}', sheets: [] }),
        fontUrl: null,
      },
      extraHead: '',
      policyOf: () => "default-src 'none'",
    },
    publicOrigin: () => origin,
    noticeFor: () => '',
    isNoPage: (url) => url.startsWith('/api'),
  })
})
afterAll(() => app.close())

const send = (url: string, form: Record<string, string>, headers: Record<string, string> = { origin }) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })

test('a form posted to a page is answered by a page with instructions and the typed text', async () => {
  const answer = await send('/contact?order=7', {
    name: 'Wan <b>',
    email: 'wan@example.test',
    text: 'Hi & bye',
  })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    allow: 'GET, HEAD',
  })
  expect(answer.body).toContain('<h1 class="ap-state-title">This form was not sent</h1>')
  expect(answer.body).toContain('<dt>Name</dt><dd>Wan &lt;b&gt;</dd><dt>Email</dt><dd>wan@example.test</dd>')
  expect(answer.body).toContain('<dd>Hi &amp; bye</dd>')
  expect(answer.body).toContain('href="/contact?order=7"')
})

test('a password is never shown again, whatever its field is called', async () => {
  const { body } = await send('/register', {
    email: 'wan@example.test',
    password: 'Secret-One-1',
    confirmPassword: 'Secret-Two-2',
    chipSecret: 'Secret-Three-3',
  })
  expect(body).toContain('wan@example.test')
  expect(body).not.toContain('Secret-')
})

test("the answer page has the reader's language and theme", async () => {
  const { body } = await send(
    '/login',
    { email: 'wan@example.test' },
    { origin, cookie: 'lang=ms; theme=daylight' },
  )
  expect(body).toContain('<html lang="ms" data-theme="daylight">')
  expect(body).toContain('Borang ini belum dihantar')
  expect(body).toContain('<dt>E-mel</dt>')
})

const fromElsewhere: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin },
  { origin: 'https://evil.example' },
  {},
]

test.each(fromElsewhere)('text that another site posted is not shown: %j', async (headers) => {
  const { body, statusCode } = await send('/contact', { text: 'Call this number' }, headers)
  expect(statusCode).toBe(405)
  expect(body).not.toContain('Call this number')
})

test.each([
  ['application/json', '{"password":"x"}', 405],
  ['text/plain', 'x', 405],
  ['multipart/form-data; boundary=x', '--x--', 405],
  ['application/x-www-form-urlencoded', `text=${'x'.repeat(70_000)}`, 413],
])('%s to a page is answered by a page', async (type, payload, status) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': type },
    payload,
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
})

test('no path turns the link back into one to another host or closes its attribute', async () => {
  const { body } = await send('//evil.example/"><script>', {})
  expect(body).toContain('href="/evil.example/%22%3E%3Cscript%3E"')
})

test('a post to an unknown call is refused in JSON', async () => {
  const answer = await send('/api/nothing', {})
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ success: false })
})
