/** Serves the web client's files and every document that it renders. */
import { defaultLanguage, languageParameter } from '@apogee/domain/languages.ts'
import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import type { Pictures } from '#server/adapters/pictures/port.ts'
import { createBoundedQueue, QueueFull } from '#server/platform/resources/bounded-queue.ts'
import { answersForEverybody, precompress } from '#server/platform/resources/precompressed-response.ts'
import { markLarge } from '#server/app/http/caching/large-answers.ts'
import type { InProcessCall } from '#server/app/http/in-process-calls.ts'
import {
  busyDocument,
  crashDocument,
  documentHeaders,
  htmlDocument,
  sendBytes,
  openersOfLaunches,
  withFolders,
  withLaunchHosts,
  type OtherOrigins,
} from './document.ts'
import { serveBlogFeed } from './files/blog-feed.ts'
import { answerFailedPages } from './failures/failed-page.ts'
import { isNoPage } from './failures/page-address.ts'
import { serveFormPosts } from './form-posts.ts'
import { serveInstallable } from './files/installable.ts'
import { createDocumentCache, type DocumentAnswer } from './document-cache.ts'
import { RenderingCache, type RenderedDocument } from './rendering-cache.ts'
import { PageData } from './page-data.ts'
import { pagePreferences } from './page-preferences.ts'
import { builtPages, developmentPages, type PageSource } from './page-source.ts'
import { serveCspReports, type CspViolation } from './files/csp-reports.ts'
import { serveSecurityTxt } from './files/security-txt.ts'
import { serveShareImages } from './files/share-images.ts'
import { serveSitemap, type PublicCourses, type PublicSchools } from './files/sitemap.ts'
import { serveStatusPage } from './files/status-page.ts'
import type { PagePreferences, RenderedPage, Renderer, RenderRequest } from './renderer.ts'
import { withoutSecrets } from '../http/request-log.ts'
import type { ServiceStatus } from '../health/service-status.ts'

export interface PagesOptions {
  /** This is the path of apps/web/dist. */
  webDist: string
  mode: 'built' | 'dev'
  /** Returns the origin of links in this request's page, such as `https://school.example`. */
  publicOrigin: (request: FastifyRequest) => string
  /**
   * Returns the hosts from which pages may show frames, with `*` for the name of a launch. Null means that launches have no hosts
   * of their own.
   */
  launchHosts: (request: FastifyRequest) => string | null
  /** This is the setting `PUBLIC_URL`. Null means that it is not set. */
  publicUrl: string | null
  courses: PublicCourses & {
    /** Calls `changed` when the course data that pages show have changed. */
    watch(changed: () => void): void
  }
  schools: PublicSchools & {
    /** Returns the present path of a school for the path of an earlier name, and null for every other path. */
    movedTo(pathname: string): Promise<string | null>
  }
  pictures: Pick<Pictures, 'drawShare'>
  /** Pages may use these origins besides their own. */
  otherOrigins: OtherOrigins
  /** Returns whether each part of the product works, for `/status`. Never throws. */
  readStatus: () => Promise<ServiceStatus>
  recordBlocked: (report: CspViolation) => Promise<void>
  /** Answers the calls of pages without HTTP where that is possible. */
  inProcessCall: InProcessCall
  /** Returns the HTML of the banner above every page for this visitor, and '' if there is none. */
  noticeFor: (request: FastifyRequest) => string
  /** Vulnerabilities are reported to this address. Null means that none is configured. */
  securityContact: string | null
  /** At most `concurrency` renderings run at a time, and at most `mostWaiting` further ones wait. */
  rendering?: { concurrency: number; mostWaiting: number }
}

/** A rendering takes about 15 ms of the only thread, so the last of 60 waits about a second. */
const usualRendering = { concurrency: 4, mostWaiting: 60 }
/** A request waits for a slot for at most this time. Earlier renderings take long if the database is slow. */
const renderWaitMs = 5_000
const busyRetrySeconds = 5

function serveRobots(app: FastifyInstance, publicOrigin: PagesOptions['publicOrigin']): void {
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /media/\n\nSitemap: ${publicOrigin(request)}/sitemap.xml\n`,
      ),
  )
}

/** Adds GET routes for the client's files, and answers every other address with a document. Call it after the API is registered. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const {
    webDist,
    mode,
    publicOrigin,
    noticeFor,
    courses,
    schools,
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
    mediaOrigin: otherOrigins.mediaOrigin,
  })
  serveSitemap(app, {
    addresses: async () => (await source.renderer()).publicAddresses,
    courses,
    schools,
    publicOrigin,
    watchCourses: (changed) => courses.watch(changed),
  })
  serveBlogFeed(app, { feed: async (language) => (await source.renderer()).blogFeed(language), publicOrigin })
  serveShareImages(app, {
    coverSvg: async () => (await source.renderer()).coverSvg,
    pictures: options.pictures,
  })
  serveRobots(app, publicOrigin)
  serveSecurityTxt(app, { contact: options.securityContact, publicOrigin })
  await serveCspReports(app, options.recordBlocked)
  serveStatusPage(app, { read: options.readStatus, source, publicOrigin, noticeFor })
  answerFailedPages(app, { source, publicOrigin, noticeFor, packageOrigin: otherOrigins.packageOrigin })
  await serveFormPosts(app, { source, publicOrigin, noticeFor, isNoPage })
  const documents = createDocumentCache()
  const renderings = mode === 'built' ? new RenderingCache() : null
  const data = new PageData(inProcess(app, options.inProcessCall))
  courses.watch(() => {
    data.drop()
    documents.drop()
  })
  const queue = createBoundedQueue({ name: 'page renders', ...rendering, longestWaitMs: renderWaitMs })

  app.get('/*', async (request, reply) => {
    if (isNoPage(request.url)) return reply.callNotFound()
    const origin = publicOrigin(request)
    const headersOf = headersFor(options, request)
    try {
      const renderer = await source.renderer()
      const parameters = mode === 'built' ? renderer.pageParameters : null
      const wanted = { ...wantedDocument(request, origin, parameters), notice: noticeFor(request) }
      if (wanted.cookie) reply.header('set-cookie', wanted.cookie)
      const location =
        (await renderer.redirectOf(wanted.address.href)) ?? (await movedTo(schools, wanted.address))
      if (location !== null) return reply.header('cache-control', 'no-store').redirect(location, 302)
      const make = () => queue.run(() => currentDocument(data, { source, renderer, renderings }, wanted))
      const answer = await (mode === 'built' ? documents.answerFor(keyOf(wanted), make) : make())
      reply.code(answer.status).headers(headersOf(answer.policy))
      if (answer.status === 503) reply.header('retry-after', busyRetrySeconds)
      if (isForEverybody(answer, wanted)) answersForEverybody.add(reply)
      // Browsers learn from this header how old the document's data are.
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

async function movedTo(schools: PagesOptions['schools'], { pathname, search }: URL): Promise<string | null> {
  const path = await schools.movedTo(pathname)
  return path === null ? null : path + search
}

/**
 * Names folders in the policy only in a built product, because hot reload needs other scripts, and only if the browser certainly
 * uses the host of `publicUrl`, because a proxy may send another host name.
 */
function headersFor({ mode, publicUrl, publicOrigin, launchHosts }: PagesOptions, request: FastifyRequest) {
  const origin = publicOrigin(request)
  const isSure = mode === 'built' && publicUrl !== null && isHostOf(request, publicUrl)
  const hosts = launchHosts(request)
  return (policy: string) => {
    const framed = withLaunchHosts(policy, hosts)
    const headers = documentHeaders(
      isSure ? withFolders(framed, origin) : framed,
      origin.startsWith('https:'),
    )
    return hosts === null ? headers : { ...headers, ...openersOfLaunches }
  }
}

function isHostOf({ headers: { host } }: FastifyRequest, origin: string): boolean {
  const { protocol } = new URL(origin)
  const asked = `${protocol}//${host ?? ''}`
  return URL.canParse(asked) && new URL(asked).origin === origin
}

/** A document depends on its address and on the visitor's preferences. */
interface WantedDocument {
  address: URL
  /** This is the address with only the parameters that a page reads, in a fixed order. It determines which page is rendered. */
  url: URL
  preferences: PagePreferences
  /** This notice is shown above the page. */
  notice: string
  cookie: string | null
}

/** If `parameters` is null, all parameters of the address are kept. */
function wantedDocument(
  request: FastifyRequest,
  origin: string,
  parameters: readonly string[] | null,
): Omit<WantedDocument, 'notice'> {
  // The URL parser would read two leading slashes or backslashes as another host.
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

/**
 * Returns whether shared caches may store the document: visitors without preferences see this variant, and the address contains no
 * secret.
 */
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
  /** This is null in development, because the code of the pages changes. */
  renderings: RenderingCache | null
}

/** Reads the page's data. Renders the page only if no cached rendering has the same data. */
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

/** Renderings are cached by the digest of their content, because a content has up to 100 kB. */
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

/** Pages are rendered for an anonymous visitor, so the calls carry no header of the visitor. */
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

/**
 * A worker has the policy of its own file, not of its page. The worker may compile WebAssembly, but must not evaluate text as code.
 */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
/** Matches a worker's file itself, and its compressed forms. */
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
    // A file with a hash in its name never changes.
    await scope.register(fastifyStatic, {
      ...common,
      root: join(webDist, 'client/assets'),
      prefix: '/assets/',
      setHeaders: (reply, path) => {
        guard(reply, 'public, max-age=31536000, immutable')
        if (workerScript.test(path)) reply.header('content-security-policy', workerPolicy)
      },
    })
    // The favicon, the manifest and similar files have a route each.
    await scope.register(fastifyStatic, {
      ...common,
      root: join(webDist, 'client'),
      wildcard: false,
      globIgnore: ['assets/**', '.vite/**', 'service-worker.js', '**/*.br', '**/*.gz', '**/.*'],
      setHeaders: (reply) => guard(reply, 'public, max-age=3600'),
    })
  })
}
