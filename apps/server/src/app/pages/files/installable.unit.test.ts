import Fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retiringWorker, serveInstallable } from './installable.ts'
import type { PageSource } from '../page-source.ts'
import { groundColours } from './web-manifest.ts'

const root = join(import.meta.dirname, '../../../../../..')
const css = 'body{color:red}'
const fontUrl = '/assets/mona-sans-1.woff2'

let folder: string
const apps: FastifyInstance[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-installable-'))
})
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await rm(folder, { recursive: true })
})

async function site(builtWorker: string | null, styles = css, mediaOrigin: string | null = null) {
  const app = Fastify({ logger: false })
  apps.push(app)
  const source: PageSource = {
    renderer: () => Promise.reject(new Error('nothing is rendered here')),
    assetsOf: () => ({ entry: '', modules: [], sheets: [], partImports: null }),
    styles: {
      ofPage: () => ({ css: styles, sheets: [] }),
      ofMarkup: () => ({ css: styles, sheets: [] }),
      fontUrl,
    },
    extraHead: '',
    policyOf: () => '',
  }
  await serveInstallable(app, {
    source,
    builtWorker,
    publicOrigin: () => 'https://school.example',
    mediaOrigin,
  })
  return (url: string) => app.inject({ method: 'GET', url })
}

interface ManifestShown {
  id: string
  lang: string
  name: string
  background_color: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  shortcuts: { name: string; url: string }[]
}

test('the manifest names the app in both languages and keeps one app id', async () => {
  const get = await site(null)
  const english = await get('/site.webmanifest')
  expect(english.headers['content-type']).toContain('application/manifest+json')
  const [inEnglish, inMalay] = [english, await get('/site.webmanifest?lang=ms')].map((answer) =>
    answer.json<ManifestShown>(),
  )
  expect(inEnglish).toMatchObject({ lang: 'en', start_url: '/', scope: '/', display: 'standalone' })
  expect(inMalay).toMatchObject({ lang: 'ms', name: 'Apogee: kursus dalam talian' })
  expect(inMalay?.id).toBe(inEnglish?.id)
  expect(inMalay?.shortcuts.map(({ url }) => url)).toEqual(inEnglish?.shortcuts.map(({ url }) => url))
})

test('each icon of the manifest exists in its stated size', async () => {
  const get = await site(null)
  const { icons } = (await get('/site.webmanifest')).json<ManifestShown>()
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of icons) {
    const file = await readFile(join(root, 'apps/web/public', src))
    if (type !== 'image/png') continue
    // The first chunk of a PNG contains its width and height.
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, src).toBe(sizes)
  }
})

test("the browser's frame has the page's background colour", async () => {
  const tokens = await readFile(join(root, 'packages/ui/src/styles/tokens.css'), 'utf8')
  const colourOf = (name: string): string => new RegExp(`--${name}: (#\\w+);`).exec(tokens)?.[1] ?? ''
  const page = [...tokens.matchAll(/--surface-page: var\(--([\w-]+)\)/g)].map(([, name = '']) =>
    colourOf(name),
  )
  expect(page).toEqual([groundColours.space, groundColours.daylight])
})

test('the service worker is revalidated at each visit and may only fetch from this site', async () => {
  const file = join(folder, 'service-worker.js')
  await writeFile(file, 'addEventListener("fetch",()=>{})')
  const { body, headers } = await (await site(file))('/service-worker.js')
  expect(body).toContain('addEventListener("fetch"')
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*connect-src 'self';/)
})

/** Maps each destination of requests that the worker answers to the directive that WebKit applies to it. */
const directiveOf: Record<string, string> = {
  '': 'connect-src',
  script: 'script-src',
  worker: 'worker-src',
  style: 'style-src',
  font: 'font-src',
  image: 'img-src',
  video: 'media-src',
  iframe: 'frame-src',
  manifest: 'manifest-src',
}

test("the service worker's policy allows each kind of request that the worker passes on", async () => {
  const file = join(folder, 'service-worker.js')
  await writeFile(file, '0')
  const storage = 'https://storage.example'
  const { headers } = await (await site(file, css, storage))('/service-worker.js')
  const rules = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule) => {
        const [name = '', ...sources] = rule.split(' ')
        return [name, sources] as const
      }),
  )
  for (const [destination, directive] of Object.entries(directiveOf))
    expect(rules.get(directive), destination).toContain("'self'")
  const open = [...rules].filter(([, sources]) => sources.includes(storage)).map(([name]) => name)
  expect(open).toEqual(['media-src', 'connect-src'])
})

test('another offline page changes the service worker, so that browsers fetch it', async () => {
  const file = join(folder, 'service-worker.js')
  await writeFile(file, '0')
  const before = await (await site(file))('/service-worker.js')
  const after = await (await site(file, 'body{color:blue}'))('/service-worker.js')
  expect(after.body).not.toBe(before.body)
})

test('an earlier service worker is unregistered in development and without a built one', async () => {
  for (const builtWorker of [null, join(folder, 'not-there.js')]) {
    const { statusCode, body } = await (await site(builtWorker))('/service-worker.js')
    expect([statusCode, body]).toEqual([200, retiringWorker])
  }
})

test('the offline page contains both languages and nothing that its policy forbids', async () => {
  const { body, headers } = await (await site(null))('/offline')
  expect(body).toContain('Apogee cannot be reached right now')
  expect(body).toContain('Apogee tidak dapat dihubungi sekarang')
  for (const [one, more] of [
    ['1 minute left', '# minutes left'],
    ['1 minit lagi', '# minit lagi'],
  ])
    expect(body).toContain(`data-one="${one}" data-more="${more}" hidden`)
  expect(body).toContain(`href="${fontUrl}"`)
  expect(body).not.toMatch(/\sstyle=/)
  const inline = [...body.matchAll(/<(?:script|style)>([\s\S]*?)<\/(?:script|style)>/g)]
  expect(inline.length).toBe(3)
  for (const [, text = ''] of inline) {
    expect(headers['content-security-policy']).toContain(createHash('sha256').update(text).digest('base64'))
  }
})
