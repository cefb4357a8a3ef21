/** Serves the web client: its files, and every document rendered by it. */
import { languageParameter } from '@apogee/domain/languages.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import type { Pictures } from '#server/adapters/pictures/port.ts'
import { createBoundedQueue, QueueFull } from '#server/platform/bounded-queue.ts'
import {
  encodingFor,
  matchesEtag,
  precompress,
  type PrecompressedResponse,
} from '#server/platform/precompressed-response.ts'
import { busyDocument, crashDocument, documentHeaders, htmlDocument } from './document.ts'
import { serveBlogFeed } from './blog-feed.ts'
import { serveFormPosts } from './form-posts.ts'
import { serveInstallable } from './installable.ts'
import { createDocumentCache, type DocumentAnswer } from './document-cache.ts'
import { pagePreferences } from './page-preferences.ts'
import { builtPages, developmentPages, type PageSource } from './page-source.ts'
import { serveShareImages } from './share-images.ts'
import { serveSitemap, type PublicCourses } from './sitemap.ts'
import type { PagePreferences, RenderedPage, Renderer, RenderRequest } from './renderer.ts'

export interface PagesOptions {
  /** apps/web/dist */
  webDist: string
  mode: 'built' | 'dev'
  /** The origin that links of this request's page carry, such as `https://school.example`. */
  publicOrigin: (request: FastifyRequest) => string
  courses: PublicCourses & {
    /** Calls `changed` whenever what pages say of courses is no longer so. */
    watch(changed: () => void): void
  }
  pictures: Pick<Pictures, 'drawShare'>
  log: FastifyBaseLogger
  /** How many pages are rendered at once, and how many may wait for that. */
  rendering?: { atOnce: number; mostWaiting: number }
}

/** Each takes some 15 ms of the only thread, so 60 of them wait about a second. */
const usualRendering = { atOnce: 4, mostWaiting: 60 }
/** Longest wait for a slot: with a slow database the renderings in front take long. */
const renderWaitMs = 5_000
const busyRetrySeconds = 5

/** Below these nothing is ever a document: what is not there is 404 (docs/product-choices.md#routes-and-guards). */
const notPages = /^\/(?:api|assets|media|share)(?:[/?]|$)/

/** Adds GET routes for the client's files and, for everything else, its documents. Register it after the API. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { webDist, mode, publicOrigin, courses, log, rendering = usualRendering } = options
  const source = mode === 'built' ? await builtPages(webDist) : await developmentPages(app, webDist)
  if (source.close) app.addHook('onClose', source.close)
  if (mode === 'built') await serveFiles(app, webDist)
  await serveInstallable(app, {
    source,
    builtWorker: mode === 'built' ? join(webDist, 'client/service-worker.js') : null,
    publicOrigin,
  })
  serveSitemap(app, {
    addresses: async () => (await source.renderer()).publicAddresses,
    courses,
    publicOrigin,
    watchCourses: (changed) => courses.watch(changed),
  })
  serveBlogFeed(app, { feed: async (language) => (await source.renderer()).blogFeed(language), publicOrigin })
  serveShareImages(app, {
    coverSvg: async () => (await source.renderer()).coverSvg,
    pictures: options.pictures,
  })
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /media/\n\nSitemap: ${publicOrigin(request)}/sitemap.xml\n`,
      ),
  )

  await serveFormPosts(app, { source, publicOrigin, isNoPage: (url) => notPages.test(url) })
  const documents = createDocumentCache()
  courses.watch(() => documents.drop())
  const queue = createBoundedQueue({ name: 'page renders', ...rendering, longestWaitMs: renderWaitMs })

  app.get('/*', async (request, reply) => {
    if (notPages.test(request.url)) return reply.callNotFound()
    const origin = publicOrigin(request)
    const headers = documentHeaders(source.policy, origin.startsWith('https:'))
    try {
      const renderer = await source.renderer()
      const wanted = wantedDocument(request, origin, mode === 'built' ? renderer.pageParameters : null)
      if (wanted.cookie) reply.header('set-cookie', wanted.cookie)
      const location = await renderer.redirectOf(wanted.address.href)
      if (location !== null) return reply.header('cache-control', 'no-store').redirect(location, 302)
      const make = () => queue.run(() => renderedDocument(app, { source, renderer }, wanted))
      const answer = await (mode === 'built' ? documents.answerFor(keyOf(wanted), make) : make())
      reply.code(answer.status).headers(headers)
      return await sendBytes(request, reply, answer.bytes)
    } catch (error) {
      reply.headers(headers).header('cache-control', 'no-store')
      if (error instanceof QueueFull) {
        return reply.code(503).header('retry-after', busyRetrySeconds).send(busyDocument())
      }
      log.error(
        { err: error, requestId: request.id, path: withoutSecrets(request.url) },
        'a page could not be rendered',
      )
      return reply.code(500).send(crashDocument(request.id))
    }
  })
}

/** Mailed links carry their token in the path: it opens something, so no log has it. */
const withoutSecrets = (url: string): string => (url.split('?')[0] ?? '').replace(/[\w-]{20,}/g, '…')

/** All that a document depends on: its address and what the visitor prefers. */
interface WantedDocument {
  /** The requested address. */
  address: URL
  /** The address with the parameters that a page reads, in one order: what is rendered. */
  url: URL
  preferences: PagePreferences
  cookie: string | null
}

/** `parameters` null: every one is kept. */
function wantedDocument(
  request: FastifyRequest,
  origin: string,
  parameters: readonly string[] | null,
): WantedDocument {
  // Two leading slashes or backslashes would be read as another host.
  const address = new URL(request.url.replace(/^[/\\]{2,}/, '/'), origin)
  const lang = address.searchParams.get(languageParameter)
  const preferences = pagePreferences({
    lang,
    cookie: request.headers.cookie,
    acceptLanguage: request.headers['accept-language'],
  })
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const cookie =
    lang === preferences.language
      ? `${languageParameter}=${lang}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
      : null
  return { address, url: withOnly(parameters, address), preferences, cookie }
}

function withOnly(parameters: readonly string[] | null, address: URL): URL {
  if (parameters === null) return address
  const url = new URL(address)
  url.search = ''
  for (const name of parameters) {
    const value = address.searchParams.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url
}

const keyOf = ({ url, preferences: { language, theme, offered } }: WantedDocument): string =>
  [language, theme, offered, url.href].join(' ')

async function renderedDocument(
  app: FastifyInstance,
  { source, renderer }: { source: PageSource; renderer: Renderer },
  { url, preferences }: WantedDocument,
): Promise<DocumentAnswer> {
  const rendered = await renderer.render({ url: url.href, preferences, transport: inProcess(app) })
  const document = (page: RenderedPage) =>
    htmlDocument({
      page,
      language: preferences.language,
      assets: source.assetsOf(rendered.sources),
      early: {
        script: renderer.earlyEventsScript,
        texts: renderer.earlyEventsTexts(preferences.language),
      },
      css: source.css,
      fontUrl: source.fontUrl,
      extraHead: source.extraHead,
    })
  const timeless = document({ ...rendered, boot: withoutMoments(rendered.boot) })
  return { status: rendered.status, bytes: precompress(document(rendered), timeless) }
}

const moments = new Set(['dataUpdatedAt', 'errorUpdatedAt', 'dehydratedAt'])
/** When the page's data were read is not what it says: two renderings that say the same carry the same tag. */
const withoutMoments = (boot: object): object =>
  JSON.parse(JSON.stringify(boot, (key, value: unknown) => (moments.has(key) ? undefined : value))) as object

/** Compressed as the client takes it, or the word that its copy still holds. */
async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: PrecompressedResponse,
): Promise<FastifyReply> {
  reply.header('etag', bytes.etag)
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], bytes.etag)) {
    return reply.code(304).send()
  }
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(bytes.plain)
  return reply.header('content-encoding', encoding).send(await bytes.encoded(encoding))
}

/** Pages are rendered as nobody in particular sees them: no header of the visitor goes along. */
const inProcess =
  (app: FastifyInstance): RenderRequest['transport'] =>
  async ({ method, path, headers, body }) => {
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: path,
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(body !== undefined && { payload: body }),
    })
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return { status: answer.statusCode, body: isJson ? answer.json<unknown>() : undefined }
  }

/** A worker is bound by the policy of its own file, not by its page's: this one may compile the engine it runs code in. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
const workerScript = /\.worker-[\w-]+\.js$/

async function serveFiles(app: FastifyInstance, webDist: string): Promise<void> {
  const common = { decorateReply: false, preCompressed: true, cacheControl: false, index: false } as const
  const guard = (reply: { header: (name: string, value: string) => unknown }, cacheControl: string) => {
    reply.header('cache-control', cacheControl)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cross-origin-resource-policy', 'same-origin')
  }
  // Hashed names never change their content.
  await app.register(fastifyStatic, {
    ...common,
    root: join(webDist, 'client/assets'),
    prefix: '/assets/',
    setHeaders: (reply, path) => {
      guard(reply, 'public, max-age=31536000, immutable')
      if (workerScript.test(path)) reply.header('content-security-policy', workerPolicy)
    },
  })
  // favicon, manifest and the like: one route a file.
  await app.register(fastifyStatic, {
    ...common,
    root: join(webDist, 'client'),
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**', 'service-worker.js', '**/*.br', '**/*.gz', '**/.*'],
    setHeaders: (reply) => guard(reply, 'public, max-age=3600'),
  })
}
