/** Serves the web client: its files, and every document rendered by it. */
import { defaultLanguage, languageParameter } from '@apogee/domain/languages.ts'
import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import type { Pictures } from '#server/adapters/pictures/port.ts'
import { createBoundedQueue, QueueFull } from '#server/platform/bounded-queue.ts'
import { answersForEverybody, precompress } from '#server/platform/precompressed-response.ts'
import { markLarge } from '#server/app/large-answers.ts'
import type { InProcessCall } from '#server/app/in-process-calls.ts'
import {
  busyDocument,
  crashDocument,
  documentHeaders,
  htmlDocument,
  sendBytes,
  withFolders,
  type OtherOrigins,
} from './document.ts'
import { serveBlogFeed } from './blog-feed.ts'
import { serveFormPosts } from './form-posts.ts'
import { serveInstallable } from './installable.ts'
import { createDocumentCache, type DocumentAnswer } from './document-cache.ts'
import { RenderingCache, type RenderedDocument } from './rendering-cache.ts'
import { PageData } from './page-data.ts'
import { pagePreferences } from './page-preferences.ts'
import { builtPages, developmentPages, type PageSource } from './page-source.ts'
import { serveCspReports, type CspViolation } from './csp-reports.ts'
import { serveSecurityTxt } from './security-txt.ts'
import { serveShareImages } from './share-images.ts'
import { serveSitemap, type PublicCourses } from './sitemap.ts'
import { serveStatusPage } from './status-page.ts'
import type { PagePreferences, RenderedPage, Renderer, RenderRequest } from './renderer.ts'
import { withoutSecrets } from '../request-log.ts'
import type { ServiceStatus } from '../service-status.ts'

export interface PagesOptions {
  /** apps/web/dist */
  webDist: string
  mode: 'built' | 'dev'
  /** The origin of links in this request's page, such as `https://school.example`. */
  publicOrigin: (request: FastifyRequest) => string
  /** `PUBLIC_URL`; null: unset. */
  publicUrl: string | null
  courses: PublicCourses & {
    /** Calls `changed` when the data that pages show of courses have changed. */
    watch(changed: () => void): void
  }
  pictures: Pick<Pictures, 'drawShare'>
  /** What pages may use besides their own origin. */
  otherOrigins: OtherOrigins
  /** Whether each part of the product works, for `/status`. Never throws. */
  readStatus: () => Promise<ServiceStatus>
  recordBlocked: (report: CspViolation) => Promise<void>
  /** Answers the pages' calls without HTTP where it can. */
  inProcessCall: InProcessCall
  /** HTML of the banner above every page for this visitor. Empty: there is none. */
  noticeFor: (request: FastifyRequest) => string
  /** Where vulnerabilities are reported; null: nowhere. */
  securityContact: string | null
  /** Concurrent renderings, and the limit of waiting ones. */
  rendering?: { atOnce: number; mostWaiting: number }
}

/** Each takes about 15 ms of the only thread, so 60 of them wait about a second. */
const usualRendering = { atOnce: 4, mostWaiting: 60 }
/** Longest wait for a slot: with a slow database earlier renderings take long. */
const renderWaitMs = 5_000
const busyRetrySeconds = 5

/** Paths below these are never documents: unknown ones are 404 (docs/product-choices.md#routes-and-guards). */
const notPages = /^\/(?:api|assets|media|share)(?:[/?]|$)/

/** Adds GET routes for the client's files and, for everything else, its documents. Register it after the API. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const {
    webDist,
    mode,
    publicOrigin,
    noticeFor,
    courses,
    otherOrigins,
    rendering = usualRendering,
  } = options
  const source =
    mode === 'built'
      ? await builtPages(webDist, otherOrigins)
      : await developmentPages(app, webDist, otherOrigins)
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

  serveSecurityTxt(app, { contact: options.securityContact, publicOrigin })
  await serveCspReports(app, options.recordBlocked)
  serveStatusPage(app, { read: options.readStatus, source, publicOrigin, noticeFor })
  await serveFormPosts(app, { source, publicOrigin, noticeFor, isNoPage: (url) => notPages.test(url) })
  const documents = createDocumentCache()
  const renderings = mode === 'built' ? new RenderingCache() : null
  const data = new PageData(inProcess(app, options.inProcessCall))
  courses.watch(() => {
    data.drop()
    documents.drop()
  })
  const queue = createBoundedQueue({ name: 'page renders', ...rendering, longestWaitMs: renderWaitMs })

  app.get('/*', async (request, reply) => {
    if (notPages.test(request.url)) return reply.callNotFound()
    const origin = publicOrigin(request)
    const headersOf = headersFor(options, request)
    try {
      const renderer = await source.renderer()
      const parameters = mode === 'built' ? renderer.pageParameters : null
      const wanted = { ...wantedDocument(request, origin, parameters), notice: noticeFor(request) }
      if (wanted.cookie) reply.header('set-cookie', wanted.cookie)
      const location = await renderer.redirectOf(wanted.address.href)
      if (location !== null) return reply.header('cache-control', 'no-store').redirect(location, 302)
      const make = () => queue.run(() => currentDocument(data, { source, renderer, renderings }, wanted))
      const answer = await (mode === 'built' ? documents.answerFor(keyOf(wanted), make) : make())
      reply.code(answer.status).headers(headersOf(answer.policy))
      if (answer.status === 503) reply.header('retry-after', busyRetrySeconds)
      if (isForEverybody(answer, wanted)) answersForEverybody.add(reply)
      // Read by the browser to know how old the document's data are.
      reply.header('server-timing', `read;dur=${answer.readAt}`)
      return await sendBytes(request, reply, answer.bytes)
    } catch (error) {
      reply.headers(headersOf(source.policyOf(''))).header('cache-control', 'no-store')
      if (error instanceof QueueFull) {
        return reply.code(503).header('retry-after', busyRetrySeconds).send(busyDocument())
      }
      request.log.error({ err: error, path: withoutSecrets(request.url) }, 'page not rendered')
      return reply.code(500).send(crashDocument(request.id))
    }
  })
}

/** Mailed links carry a secret token in the path, so it is not logged. */

/** Hot reload has scripts of its own. A proxy that sends another name may hide the one that the browser has. */
function headersFor({ mode, publicUrl, publicOrigin }: PagesOptions, request: FastifyRequest) {
  const origin = publicOrigin(request)
  const isSure = mode === 'built' && publicUrl !== null && isHostOf(request, publicUrl)
  return (policy: string) =>
    documentHeaders(isSure ? withFolders(policy, origin) : policy, origin.startsWith('https:'))
}

function isHostOf({ headers: { host } }: FastifyRequest, origin: string): boolean {
  const { protocol } = new URL(origin)
  const asked = `${protocol}//${host ?? ''}`
  return URL.canParse(asked) && new URL(asked).origin === origin
}

/** Everything a document depends on: its address and the visitor's preferences. */
interface WantedDocument {
  /** The requested address. */
  address: URL
  /** The address with only the parameters that a page reads, in a fixed order: what is rendered. */
  url: URL
  preferences: PagePreferences
  /** Above the page. */
  notice: string
  cookie: string | null
}

/** `parameters` null: all are kept. */
function wantedDocument(
  request: FastifyRequest,
  origin: string,
  parameters: readonly string[] | null,
): Omit<WantedDocument, 'notice'> {
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

/** The one variant of a page that visitors without preferences see. Addresses that may hold a secret are not shared. */
const isForEverybody = (answer: DocumentAnswer, { preferences, cookie }: WantedDocument): boolean =>
  answer.status === 200 &&
  answer.isShared &&
  cookie === null &&
  preferences.language === defaultLanguage &&
  preferences.theme === 'space' &&
  preferences.offered === null

const keyOf = ({ url, notice, preferences: { language, theme, offered } }: WantedDocument): string =>
  [language, theme, offered, url.href, notice].join(' ')

interface Rendering {
  source: PageSource
  renderer: Renderer
  /** Null while the pages are developed: their code changes. */
  renderings: RenderingCache | null
}

/** Reads the page's data; renders it only when they differ from those of the kept renderings. */
async function currentDocument(
  data: PageData,
  rendering: Rendering,
  { url, preferences, notice }: WantedDocument,
): Promise<DocumentAnswer> {
  const beganAt = Date.now()
  const { transport, readAt } = data.forDocument()
  const page = await rendering.renderer.prepare({ url: url.href, preferences, transport })
  const make = async () => renderedDocument(rendering, await page.render(), { preferences, notice })
  const renderings = page.isShared ? rendering.renderings : null
  const document = await (renderings?.answerFor(digestOf(page.content + notice), make) ?? make())
  return {
    ...document,
    isShared: page.isShared,
    readAt: readAt(),
    dataAgeMs: Math.max(0, beganAt - readAt()),
  }
}

/** The content's key in the cache: contents are up to 100 kB. */
const digestOf = (content: string): string => createHash('sha256').update(content).digest('base64url')

function renderedDocument(
  { source, renderer }: Rendering,
  page: RenderedPage,
  { preferences: { language }, notice }: Pick<WantedDocument, 'preferences' | 'notice'>,
): RenderedDocument {
  const styles = source.styles.ofPage(page)
  const document = htmlDocument({
    page,
    language,
    assets: source.assetsOf(page.sources),
    early: { script: renderer.earlyEventsScript, texts: renderer.earlyEventsTexts(language) },
    styles,
    fontUrl: source.styles.fontUrl,
    notice,
    extraHead: source.extraHead,
  })
  return { status: page.status, bytes: precompress(document), policy: source.policyOf(styles.css) }
}

/** Pages are rendered for an anonymous visitor: no header of the visitor is passed on. */
const inProcess =
  (app: FastifyInstance, inProcessCall: InProcessCall): RenderRequest['transport'] =>
  async ({ method, path, headers, body }) => {
    const answered = method === 'GET' ? await inProcessCall(path) : null
    if (answered) return { status: 200, body: answered }
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: path,
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(body !== undefined && { payload: body }),
    })
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return { status: answer.statusCode, body: isJson ? answer.json<unknown>() : undefined }
  }

/** A worker has the policy of its own file, not of its page: it may compile WebAssembly, and evaluate no text as code. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
/** The file itself or one of its compressed forms. */
const workerScript = /\.worker-[\w-]+\.js(?:\.br|\.gz)?$/

async function serveFiles(app: FastifyInstance, webDist: string): Promise<void> {
  const common = { decorateReply: false, preCompressed: true, cacheControl: false, index: false } as const
  const guard = (reply: { header: (name: string, value: string) => unknown }, cacheControl: string) => {
    reply.header('cache-control', cacheControl)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cross-origin-resource-policy', 'same-origin')
  }
  await app.register(async (scope) => {
    scope.addHook('onRoute', markLarge('client'))
    // Files with hashed names never change.
    await scope.register(fastifyStatic, {
      ...common,
      root: join(webDist, 'client/assets'),
      prefix: '/assets/',
      setHeaders: (reply, path) => {
        guard(reply, 'public, max-age=31536000, immutable')
        if (workerScript.test(path)) reply.header('content-security-policy', workerPolicy)
      },
    })
    // The favicon, the manifest and similar files have one route each.
    await scope.register(fastifyStatic, {
      ...common,
      root: join(webDist, 'client'),
      wildcard: false,
      globIgnore: ['assets/**', '.vite/**', 'service-worker.js', '**/*.br', '**/*.gz', '**/.*'],
      setHeaders: (reply) => guard(reply, 'public, max-age=3600'),
    })
  })
}
