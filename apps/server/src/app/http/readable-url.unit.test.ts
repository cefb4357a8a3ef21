import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readableUrl } from './readable-url.ts'

test.each([
  ['/courses/%', '/courses/%25'],
  ['/sp/%zz?a=%zz#b', '/sp/%25zz?a=%zz#b'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/courses/100%25', '/courses/100%25'],
  ['/courses?search=100%', '/courses?search=100%'],
  ['/api/courses/%', '/api/courses/%'],
  ['/media/%zz', '/media/%zz'],
])('%s is read as %s', (url, read) => {
  expect(readableUrl(url)).toBe(read)
})

test('a page with a stray percent sign reaches its route, and a call does not', async () => {
  const app = Fastify({ rewriteUrl: ({ url = '/' }) => readableUrl(url) })
  app.get('/*', (request) => (request.params as { '*': string })['*'])
  expect((await app.inject('/courses/%')).body).toBe('courses/%')
  expect((await app.inject('/api/%')).statusCode).toBe(400)
})
