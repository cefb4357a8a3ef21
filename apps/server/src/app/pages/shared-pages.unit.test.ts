/** Tests that a shared cache that distinguishes only addresses stores one variant of public pages and no other document. */
import Fastify, { type FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowSharedCaching } from '../http/caching/edge-caching.ts'
import { SharedCache } from '../http/caching/shared-cache.testing.ts'
import { optionsOfBuild, writeBuild } from './build.testing.ts'
import { demoNotice } from './document.ts'
import { registerPages } from './register-pages.ts'

let webDist: string
/** One server runs with EDGE_SECONDS, and the other without. */
let edge: FastifyInstance
let usual: FastifyInstance

async function pagesApp(seconds: number | null): Promise<FastifyInstance> {
  const app = Fastify({ logger: false })
  if (seconds !== null) allowSharedCaching(app, seconds)
  app.get('/api/courses', async () => ({}))
  await registerPages(app, {
    ...optionsOfBuild(webDist),
    noticeFor: (request) => (request.headers['x-from'] === 'outside' ? demoNotice : ''),
  })
  return app
}

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'apogee-shared-pages-'))
  await writeBuild(webDist)
  edge = await pagesApp(30)
  usual = await pagesApp(null)
})
afterAll(async () => {
  await edge.close()
  await usual.close()
  await rm(webDist, { recursive: true })
})

const headersOf = async (app: FastifyInstance, url: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url, headers })).headers

test('without the setting a document keeps its headers', async () => {
  expect((await headersOf(usual, '/'))['cache-control']).toBe('private, no-cache')
  expect((await headersOf(usual, '/?lang=ms'))['cache-control']).toBe('private, no-cache')
})

test('the usual variant of a public page may be kept, and differs by nothing but the marked headers', async () => {
  const { 'cache-control': caching, vary } = await headersOf(edge, '/marketplace')
  expect(caching).toBe('public, max-age=0, s-maxage=30')
  expect(vary).toBe('cookie, accept-language, accept-encoding')
  const cache = new SharedCache(edge)
  const first = await cache.get('/marketplace')
  expect((await cache.get('/marketplace')).isHit).toBe(true)
  expect(first.body).toBe((await usual.inject({ url: '/marketplace' })).body)
})

test('a kept document names its course, or the lists', async () => {
  const tagsOf = async (url: string) => (await headersOf(edge, url))['cache-tag']
  expect(await tagsOf('/marketplace')).toBe('apogee,lists')
  expect(await tagsOf('/sp/12/')).toBe('apogee,course-12')
  expect(await tagsOf('/?lang=ms')).toBeUndefined()
})

test.each<[string, string, Record<string, string>]>([
  ['a language in a cookie', '/', { cookie: 'lang=ms' }],
  ['the light theme in a cookie', '/', { cookie: 'device=x; theme=daylight' }],
  ['a theme that the device chooses', '/', { cookie: 'theme=auto' }],
  ['a language that the browser prefers', '/', { 'accept-language': 'ms-MY,ms;q=0.9' }],
  ['a language in the address, which sets a cookie', '/?lang=en', {}],
  ['an Authorization header', '/', { authorization: 'Bearer somebody' }],
  ['an address that may hold a secret', '/invoices/secret', {}],
  ['a page that does not exist', '/missing', {}],
  ['an address that leads elsewhere', '/old?next=//evil.example', {}],
  ['a page that fails', '/broken', {}],
])('%s is kept for nobody', async (_what, url, headers) => {
  const cache = new SharedCache(edge)
  await cache.get(url, headers)
  expect(cache.size).toBe(0)
  expect((await headersOf(edge, url, headers))['cache-control']).toMatch(/private|no-store/)
})

test.each<[string, string, Record<string, string>]>([
  [
    'cookies of a known device, or of others',
    '/',
    { cookie: 'device=secret-of-one; theme=<script>; lang=xx' },
  ],
  ['the cookie of the default language', '/', { cookie: 'lang=en' }],
  ['unknown parameters', '/marketplace?utm_source=<script>alert(1)</script>&callback=x', {}],
  ['another host', '/', { host: 'evil.example', 'x-forwarded-host': 'evil.example' }],
  ['headers that frameworks read', '/', { 'x-original-url': '/admin', 'x-http-method-override': 'POST' }],
])('%s change nothing of what is kept', async (_what, url, headers) => {
  const cache = new SharedCache(edge)
  const poisoned = await cache.get(url, headers)
  expect(cache.size).toBe(1)
  const [path = ''] = url.split('?')
  expect(poisoned.body).toBe((await usual.inject({ url: path })).body)
})

test('scripts and frames come from their folders alone where the browser asks by the known name', async () => {
  const policyAt = async (host: string) =>
    String((await headersOf(usual, '/', { host }))['content-security-policy']).split('; ')
  for (const host of ['school.example', 'School.example:443']) {
    const policy = await policyAt(host)
    const scripts = policy.find((rule) => rule.startsWith('script-src '))
    expect(scripts).toMatch(/^script-src https:\/\/school\.example\/assets\/ 'sha256-/)
    expect(policy).toContain('frame-src https://school.example/packages/ https://school.example/media/')
  }
  for (const host of ['127.0.0.1:3000', 'school.example:8443', 'evil.example', ''])
    expect(await policyAt(host)).toContain("frame-src 'self'")
})

test('a visitor of a public demo reads on each page what it is, in all languages', async () => {
  const bodyOf = async (url: string, headers = {}) => (await usual.inject({ url, headers })).body
  for (const url of ['/marketplace', '/login?lang=ms']) {
    const body = await bodyOf(url, { 'x-from': 'outside' })
    expect(body).toContain('<p lang="en">This is a demo that others can open.')
    expect(body).toContain('<p lang="ms">Ini demo yang boleh dibuka')
    // The visitor gets the same page as other visitors.
    expect(await bodyOf(url)).not.toContain('shell-demo')
  }
})
