import Fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useTracer } from '#server/platform/tracing.ts'
import { assetsOf, clientEntry, type Manifest } from './asset-manifest.ts'
import { cardCss, entryCss, manifest, writeBuild } from './build.testing.ts'
import { pagePreferences } from './page-preferences.ts'
import { registerPages } from './register-pages.ts'
import type { ServiceStatus } from '../health/service-status.ts'

let webDist: string
let app: FastifyInstance
let courses: object
const works = { isWorking: true, since: null }
let status: ServiceStatus
/** Reads of the page's data are counted here. */
let reads = 0
const watchers: (() => void)[] = []
const coursesChanged = () => watchers.forEach((changed) => changed())

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'apogee-pages-'))
  await writeBuild(webDist)
  app = await pagesApp()
})

/** `beforeCourses` delays a rendering until it resolves. */
async function pagesApp({
  beforeCourses,
  mediaOrigin = null,
  uploadOrigin = null,
  packageOrigin = null,
  launchHosts = null,
  rendering,
  securityContact = null,
}: {
  beforeCourses?: () => Promise<void>
  mediaOrigin?: string | null
  uploadOrigin?: string | null
  packageOrigin?: string | null
  launchHosts?: string | null
  rendering?: { concurrency: number; mostWaiting: number }
  securityContact?: string | null
} = {}): Promise<FastifyInstance> {
  const app = Fastify({ logger: false })
  app.get('/api/courses', async (request) => {
    reads += 1
    await beforeCourses?.()
    return { authorization: request.headers.authorization ?? null, ...courses }
  })
  await registerPages(app, {
    noticeFor: () => '',
    publicUrl: null,
    webDist,
    rendering,
    mode: 'built',
    publicOrigin: () => 'https://school.example',
    launchHosts: () => launchHosts,
    courses: {
      watch: (changed) => watchers.push(changed),
      countPublicCourses: async () => 0,
      publicCoursesAfter: async () => [],
    },
    schools: { movedTo: async () => null, publicSchoolsAfter: async () => [] },
    pictures: { drawShare: () => Promise.reject(new Error('no picture is drawn here')) },
    otherOrigins: { mediaOrigin, uploadOrigin, packageOrigin },
    readStatus: async () => status,
    recordBlocked: async () => {},
    securityContact,
    inProcessCall: async () => null,
  })
  return app
}

afterAll(async () => {
  await app.close()
  await rm(webDist, { recursive: true })
})

beforeEach(() => {
  courses = {}
  status = { pages: works, buying: works, studying: works, mail: works }
  coursesChanged()
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('a document contains its page, head, theme and boot data', async () => {
  const { statusCode, body } = await get('/marketplace?price=free')
  expect(statusCode).toBe(200)
  expect(body).toContain('<html lang="en" data-theme="daylight">')
  const head = body.slice(0, body.indexOf('</head>'))
  expect(head).toContain('<title>Page</title>')
  expect(head).toContain('href="https://school.example/marketplace?price=free"')
  // Before the first paint, nothing loads except the text, its style and its font.
  expect(head).not.toContain('/assets/card-1.js')
  const modules = /<script type="application\/json" id="modules">(.*?)<\/script>/.exec(body)?.[1] ?? ''
  expect(JSON.parse(modules)).toContain('/assets/card-1.js')
  expect(head).toContain(`<style>${entryCss}${cardCss}</style>`)
  for (const name of ['entry', 'card']) {
    expect(head).toContain(`<link rel="stylesheet" href="/assets/${name}-1.css" disabled>`)
  }
  expect(body).toContain('<div id="root"><main>en</main><p>space false</p></div>')
})

test('data inside the document cannot close its element', async () => {
  const { body } = await get('/')
  expect(body).not.toContain('<script>alert(1)')
  expect(body).toContain('\\u003c/script>')
})

test('videos may come from the storage that browsers are sent to, and otherwise from here alone', async () => {
  const policyOf = async (asked: FastifyInstance) =>
    String((await asked.inject({ url: '/' })).headers['content-security-policy']).split('; ')
  expect(await policyOf(app)).toContain("media-src 'self' blob:")
  const elsewhere = await pagesApp({ mediaOrigin: 'https://files.example.my' })
  const policy = await policyOf(elsewhere)
  await elsewhere.close()
  expect(policy).toContain("media-src 'self' https://files.example.my blob:")
  expect(policy.filter((rule) => rule.includes('files.example.my'))).toHaveLength(1)
})

test('pages frame packages of another origin only where one is configured', async () => {
  const policyOf = async (asked: FastifyInstance) =>
    String((await asked.inject({ url: '/' })).headers['content-security-policy']).split('; ')
  expect(await policyOf(app)).toContain("frame-src 'self'")
  const elsewhere = await pagesApp({ packageOrigin: 'https://content.example.my' })
  const policy = await policyOf(elsewhere)
  await elsewhere.close()
  expect(policy).toContain("frame-src 'self' https://content.example.my")
  expect(policy.filter((rule) => rule.includes('content.example.my'))).toHaveLength(1)
})

test('pages frame the hosts of launches, and keep the opener of their windows, only where there are any', async () => {
  const headersOf = async (asked: FastifyInstance) => (await asked.inject({ url: '/' })).headers
  expect((await headersOf(app))['cross-origin-opener-policy']).toBe('same-origin')
  for (const [launchHosts, packageOrigin] of [
    ['http://*.localhost:3000', null],
    ['https://*.content.example.org', 'https://*.content.example.org'],
  ] as const) {
    const elsewhere = await pagesApp({ launchHosts, packageOrigin })
    const headers = await headersOf(elsewhere)
    await elsewhere.close()
    expect(String(headers['content-security-policy']).split('; ')).toContain(
      `frame-src 'self' ${launchHosts}`,
    )
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  }
})

test('uploads go to the storage only where browsers send them there', async () => {
  const policyOf = async (asked: FastifyInstance) =>
    String((await asked.inject({ url: '/' })).headers['content-security-policy']).split('; ')
  expect(await policyOf(app)).toContain("connect-src 'self'")
  const elsewhere = await pagesApp({ uploadOrigin: 'https://files.example.my' })
  const policy = await policyOf(elsewhere)
  await elsewhere.close()
  expect(policy).toContain("connect-src 'self' https://files.example.my")
  expect(policy.filter((rule) => rule.includes('files.example.my'))).toHaveLength(1)
})

test('every inline script and style is allowed by its hash, and nothing else may run', async () => {
  const { body, headers } = await get('/')
  const policy = String(headers['content-security-policy'])
  const inline = [...body.matchAll(/<(?:script|style)>([\s\S]*?)<\/(?:script|style)>/g)].map(
    ([, text = '']) => text,
  )
  expect(inline.length).toBe(5)
  for (const text of inline) expect(policy).toContain(createHash('sha256').update(text).digest('base64'))
  for (const directive of [
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy.split('; ')).toContain(directive)
  expect(policy).not.toContain('unsafe')
  expect(body).not.toMatch(/\sstyle=/)
})

test('documents are private, not embeddable, and require HTTPS', async () => {
  const { headers } = await get('/')
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
})

test('parameters that no page reads neither cause another rendering nor reach the page', async () => {
  const plain = await get('/marketplace?price=free')
  const before = reads
  for (const more of ['fbclid=a', 'gclid=b', 'utm_source=c&utm_medium=d', 'unknown', 'price=paid']) {
    const answer = await get(`/marketplace?price=free&${more}`)
    expect(answer.headers['etag'], more).toBe(plain.headers['etag'])
  }
  expect((await get('/marketplace?utm_source=mail&price=free')).body).toBe(plain.body)
  expect(reads).toBe(before)
  expect((await get('/marketplace?price=paid')).body).not.toBe(plain.body)
})

test('a redirecting address keeps its whole query', async () => {
  expect((await get('/old?utm_source=mail&price=free')).headers.location).toBe(
    '/new?utm_source=mail&price=free',
  )
})

test('a page whose data are unavailable is 503 with Retry-After', async () => {
  const answer = await get('/unavailable')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect((await get('/marketplace')).headers).not.toHaveProperty('retry-after')
})

test('under overload the next visitor gets 503 with Retry-After', async () => {
  const { promise: database, resolve: answers } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const beforeCourses = () => {
    begin()
    return database
  }
  const busy = await pagesApp({ beforeCourses, rendering: { concurrency: 1, mostWaiting: 1 } })
  try {
    // An injected request starts when its promise is awaited.
    const ask = (path: string) => busy.inject({ method: 'GET', url: path }).then((answer) => answer)
    const rendered = ask('/one')
    await begun
    const waiting = ask('/two')
    const alsoOne = ask('/one?fbclid=x')
    const refused = await ask('/three')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(refused.body).toContain('<h1>Apogee is busy right now</h1>')
    answers()
    expect((await Promise.all([rendered, waiting, alsoOne])).map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200,
    ])
    expect((await ask('/three')).statusCode).toBe(200)
  } finally {
    await busy.close()
  }
})

test('documents have real HTTP statuses', async () => {
  expect((await get('/missing')).statusCode).toBe(404)
  const moved = await get('/old')
  expect([moved.statusCode, moved.headers.location]).toEqual([302, '/new'])
})

test('a page that cannot be rendered answers 500 with a plain page', async () => {
  const { statusCode, body, headers } = await get('/broken')
  expect(statusCode).toBe(500)
  expect(body).toContain('<h1>Something went wrong</h1>')
  expect(headers['cache-control']).toBe('no-store')
})

test.each(['/api/nothing', '/assets/nothing.js', '/media/1', '/api', '/assets/..%2fstamp.json'])(
  '%s is never a document',
  async (url) => {
    const { statusCode, headers } = await get(url)
    expect(statusCode).toBe(404)
    expect(String(headers['content-type'])).not.toContain('html')
  },
)

test('a folder of files is not listed', async () => {
  for (const url of ['/assets/', '/assets', '/assets/.']) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode >= 400, body.includes('entry-1')]).toEqual([url, true, false])
  }
})

test("the manifest and the server's files are not served", async () => {
  for (const url of ['/.vite/manifest.json', '/server/entry-server.js', '/stamp.json']) {
    expect(String((await get(url)).headers['content-type']), url).toContain('html')
  }
})

test.each(['identity', 'br', 'gzip'])(
  'a worker in encoding %s may compile WebAssembly, and evaluate no text as code',
  async (encoding) => {
    const { headers } = await get('/assets/practice.worker-1.js', { 'accept-encoding': encoding })
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
  },
)

test('hashed files are precompressed and cached for ever', async () => {
  const { headers, body } = await get('/assets/entry-1.js', { 'accept-encoding': 'br' })
  expect(headers['content-encoding']).toBe('br')
  expect(body).toBe('compressed')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test("pages are rendered anonymously, without the visitor's headers", async () => {
  const { body } = await get('/', { authorization: 'Bearer secret', cookie: 'lang=ms' })
  expect(body).toContain('"authorization":null')
  expect(body).not.toContain('secret')
})

test('a visitor with the current document gets 304 with its headers', async () => {
  const first = await get('/marketplace')
  const tag = String(first.headers['etag'])
  // The page's data are read again, and are the same as before.
  coursesChanged()
  const again = await get('/marketplace', { 'if-none-match': tag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy']) {
    expect(again.headers[name], name).toBe(first.headers[name])
  }
})

test('a page whose data are the same is not rendered again, and its header says when they were read', async () => {
  const renders = async () =>
    ((await import(pathToFileURL(join(webDist, 'server/entry-server.js')).href)) as { renders: number })
      .renders
  const readAt = (answer: { headers: Record<string, unknown> }) =>
    Number(/^read;dur=(\d+)$/.exec(String(answer.headers['server-timing']))?.[1])
  courses = { title: 'One' }
  const first = await get('/marketplace')
  const [rendered, read] = [await renders(), reads]
  const later = Date.now() + 60_000
  vi.setSystemTime(later)
  try {
    coursesChanged()
    const again = await get('/marketplace')
    expect([await renders(), reads]).toEqual([rendered, read + 1])
    expect(again.body).toBe(first.body)
    expect(readAt(first)).toBeLessThan(later)
    expect(readAt(again)).toBe(later)
  } finally {
    vi.useRealTimers()
  }
  courses = { title: 'Two' }
  coursesChanged()
  expect((await get('/marketplace')).body).toContain('Two')
  expect(await renders()).toBe(rendered + 1)
})

test('a page that is not shared is rendered again although its data are the same', async () => {
  const renders = async () =>
    ((await import(pathToFileURL(join(webDist, 'server/entry-server.js')).href)) as { renders: number })
      .renders
  await get('/invoices/secret')
  const before = await renders()
  coursesChanged()
  await get('/invoices/secret')
  expect(await renders()).toBe(before + 1)
})

test('a changed course gives another document', async () => {
  const before = await get('/marketplace')
  courses = { title: 'Another' }
  expect((await get('/marketplace')).body).toBe(before.body)
  coursesChanged()
  const after = await get('/marketplace', { 'if-none-match': String(before.headers['etag']) })
  expect(after.statusCode).toBe(200)
  expect(after.body).toContain('Another')
  expect(after.headers['etag']).not.toBe(before.headers['etag'])
})

test('each language, theme and address has its own document and ETag, and the answer varies by them', async () => {
  const answers = await Promise.all([
    get('/marketplace'),
    get('/marketplace', { cookie: 'lang=ms' }),
    get('/marketplace', { cookie: 'theme=auto' }),
    get('/marketplace', { 'accept-language': 'ms' }),
    get('/marketplace?price=free'),
    get('/business'),
  ])
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(answers.length)
  expect(answers[0].headers['vary']).toContain('cookie')
  expect(answers[0].headers['vary']).toContain('accept-encoding')
})

test('documents are compressed as the visitor accepts', async () => {
  const { body } = await get('/marketplace')
  const br = await get('/marketplace', { 'accept-encoding': 'gzip, br' })
  const zipped = await get('/marketplace', { 'accept-encoding': 'gzip' })
  expect([br.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(body)
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(body)
})

test('a missing page answers 404 whatever the visitor has cached', async () => {
  const { headers } = await get('/missing')
  expect((await get('/missing', { 'if-none-match': String(headers['etag']) })).statusCode).toBe(404)
})

test('requesting a language stores it in a cookie', async () => {
  const { headers, body } = await get('/?lang=ms')
  expect(body).toContain('<html lang="ms"')
  expect(headers['set-cookie']).toBe('lang=ms; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  expect((await get('/?lang=fr')).headers['set-cookie']).toBeUndefined()
})

test('security.txt names the contact for 90 days, and is missing without one', async () => {
  const path = '/.well-known/security.txt'
  expect((await get(path)).statusCode).toBe(404)
  const other = await pagesApp({ securityContact: 'mailto:security@school.example' })
  const { body, headers } = await other.inject(path)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(
    /^Contact: mailto:security@school\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\nPreferred-Languages: en, ms\nCanonical: https:\/\/school\.example\/\.well-known\/security\.txt\n$/,
  )
  const expires = new Date(/Expires: (\S+)/.exec(body)?.[1] ?? '').getTime()
  expect(Math.round((expires - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(89)
  await other.close()
})

test('robots may read everything except the API and the media, and find the sitemap', async () => {
  const { body } = await get('/robots.txt')
  expect(body).toContain('Disallow: /api/')
  expect(body).toContain('Sitemap: https://school.example/sitemap.xml')
})

test.each([
  [
    { lang: null, cookie: undefined, acceptLanguage: 'ms-MY,ms;q=0.9' },
    { language: 'en', theme: 'space', offered: 'ms' },
  ],
  [
    { lang: null, cookie: 'lang=en; theme=auto', acceptLanguage: 'ms' },
    { language: 'en', theme: 'auto', offered: null },
  ],
  [
    { lang: 'ms', cookie: 'lang=en; theme=daylight', acceptLanguage: 'en' },
    { language: 'ms', theme: 'daylight', offered: null },
  ],
  [
    { lang: 'xx', cookie: 'a=b; lang=ms;theme=pink', acceptLanguage: 'en' },
    { language: 'ms', theme: 'space', offered: null },
  ],
] as const)('page preferences are read from %j', (sources, expected) => {
  expect(pagePreferences(sources)).toEqual(expected)
})

test('a page needs its own chunk and shared imports once', () => {
  expect(assetsOf(manifest, ['src/app/pages/marketplace.tsx'])).toEqual({
    entry: '/assets/entry-1.js',
    modules: ['/assets/vendor-1.js', '/assets/marketplace-1.js', '/assets/card-1.js'],
    sheets: [],
    partImports: null,
  })
})

test('a page asks for the parts of its first wave, with their imports, after its own code', () => {
  const page = 'src/app/pages/marketplace.tsx'
  const withParts: Manifest = {
    ...manifest,
    [clientEntry]: {
      ...manifest[clientEntry],
      file: 'assets/entry-1.js',
      firstWave: ['_menu.js'],
      partImports: 'assets/p-1.json',
    },
    [page]: { ...manifest[page], file: 'assets/marketplace-1.js', firstWave: ['_filters.js', '_chips.js'] },
    '_menu.js': {
      file: 'assets/menu-1.js',
      imports: ['_dialog.js'],
      css: ['assets/menu-1.css', 'assets/card-1.css'],
    },
    '_dialog.js': { file: 'assets/dialog-1.js' },
    '_filters.js': { file: 'assets/filters-1.js', imports: ['_dialog.js'] },
    '_chips.js': { file: 'assets/chips-1.js' },
  }
  const { modules, sheets, partImports } = assetsOf(withParts, [page])
  const parts = ['menu', 'dialog', 'filters', 'chips'].map((name) => `/assets/${name}-1.js`)
  expect(modules).toEqual([...assetsOf(manifest, [page]).modules, ...parts])
  expect(sheets).toEqual(['/assets/menu-1.css'])
  expect(partImports).toBe('/assets/p-1.json')
})

test('no path turns the links of a page into links to another host', async () => {
  // The test uses a socket, because in-process requests normalise such paths before they are sent.
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const page = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const request = httpGet({ host: '127.0.0.1', port, path, agent: false }, (answer) =>
        text(answer).then(resolve, reject),
      )
      request.on('error', reject)
    })
  for (const path of ['//evil.example/a', '/\\evil.example/a', '//\\/evil.example/a']) {
    expect(await page(path)).toContain('<link rel="canonical" href="https://school.example/evil.example/a"/>')
  }
})

test('no path below /api is a page', async () => {
  for (const path of ['/api', '/api/', '/api?page=1', '/media?x', '/assets?x']) {
    expect((await get(path)).statusCode).toBe(404)
  }
})

/** Returns the visible text of a document. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('the page of the status says in the chosen language which part works, and since when another does not', async () => {
  const well = await get('/status')
  expect(well.statusCode).toBe(200)
  expect(well.headers).toMatchObject({
    'cache-control': 'public, max-age=15',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(well.headers['content-security-policy']).toContain("default-src 'none'")
  expect(well.body).toContain('Everything is working.')
  for (const part of ['Website', 'Buying courses', 'Learning', 'Email'])
    expect(textOf(well.body)).toContain(`${part} Working`)
  expect(well.body).toContain('<meta name="robots" content="noindex">')

  const since = new Date('2026-11-22T06:10:59.123Z')
  status = { ...status, buying: { isWorking: false, since }, mail: { isWorking: true, since } }
  const english = (await get('/status')).body
  const time = '<time datetime="2026-11-22T06:10Z">22 Nov 2026, 14:10</time>'
  expect(english).toContain(`since ${time}`)
  expect(textOf(english)).toContain('Buying courses since 22 Nov 2026, 14:10 Disrupted')
  expect(textOf(english)).toContain('Email since 22 Nov 2026, 14:10 Working')
  expect(textOf(english)).toContain('Website Working')
  for (const malay of [await get('/status?lang=ms'), await get('/status', { cookie: 'lang=ms' })]) {
    expect(malay.body).toContain('<html lang="ms"')
    expect(malay.body).toContain('href="/status?lang=en"')
    expect(textOf(malay.body)).toContain('Pembelian kursus sejak 22 Nov 2026, 14:10 Terganggu')
    expect(textOf(malay.body)).toContain('Laman web Berfungsi')
  }
})

test('shared caches keep the page of the status in the default language and theme only', async () => {
  const kept = async (headers: Record<string, string>) =>
    (await get('/status', headers)).headers['cache-control']
  expect(await kept({ cookie: 'device=x' })).toBe('public, max-age=15')
  for (const cookie of ['lang=ms', 'theme=daylight'])
    expect(await kept({ cookie })).toBe('private, max-age=15')
})

test('the page of the status has no script, and is answered by 304 until an observation changes it', async () => {
  const { body, headers } = await get('/status')
  expect(body).not.toMatch(/<script|javascript:| on[a-z]+=/)
  const etag = String(headers.etag)
  expect((await get('/status', { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await get('/status', { 'if-none-match': etag, cookie: 'theme=daylight' })).statusCode).toBe(200)
  status = { ...status, mail: { isWorking: false, since: new Date(0) } }
  expect((await get('/status', { 'if-none-match': etag })).statusCode).toBe(200)
})

test('a page without React has a script on Auto only: it follows the device before the first paint', async () => {
  const { body, headers } = await get('/status', { cookie: 'theme=auto' })
  const [script, ...others] = [...body.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = '']) => text)
  expect(others).toEqual([])
  expect(body.indexOf('<script>')).toBeLessThan(body.indexOf('<style>'))
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(
    createHash('sha256')
      .update(script ?? '')
      .digest('base64'),
  )
  expect((await get('/status', { cookie: 'theme=daylight' })).body).toContain('data-theme="daylight"')
})

test('the page of the status needs no data of pages', async () => {
  const before = reads
  await get('/status')
  expect(reads).toBe(before)
})

test('a document says that traces are recorded while they are, and names no trace', async () => {
  const rootOf = async () => {
    const app = await pagesApp()
    onTestFinished(() => app.close())
    return /<html [^>]*>/.exec((await app.inject('/marketplace')).body)?.[0]
  }
  expect(await rootOf()).toBe('<html lang="en" data-theme="daylight">')
  useTracer({ run: (_wish, work) => work(), traceparent: () => '00-1-2-01', countStatement: () => undefined })
  onTestFinished(() => useTracer(undefined))
  expect(await rootOf()).toBe('<html lang="en" data-theme="daylight" data-traces>')
})
