/** Serves the manifest, the service worker and the offline page that make Apogee an installable app. */
import { languageOf } from '@apogee/domain/languages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { contentSecurityPolicy, documentHeaders, themeScript } from '../document.ts'
import { offlineDocument, offlineScript } from '../offline-document.ts'
import type { PageSource } from '../page-source.ts'
import { webManifest } from './web-manifest.ts'

/** Unregisters a service worker of an earlier release in browsers that still have one. */
export const retiringWorker = `addEventListener("install",()=>skipWaiting());addEventListener("activate",(event)=>event.waitUntil(caches.keys().then((names)=>Promise.all(names.map((name)=>caches.delete(name)))).then(()=>registration.unregister())));`

/**
 * A service worker has its own policy instead of that of its pages: it fetches from this site, and videos from the storage.
 * Chromium and Firefox apply `connect-src` to all of its requests. WebKit applies the directive of the request's destination, so
 * every kind of request that the worker answers has one here.
 */
const workerPolicy = (mediaOrigin: string | null): string => {
  const videos = ["'self'", ...(mediaOrigin === null ? [] : [mediaOrigin])].join(' ')
  return [
    `default-src 'none'`,
    ...['script-src', 'worker-src', 'style-src', 'font-src', 'img-src', 'frame-src', 'manifest-src'].map(
      (directive) => `${directive} 'self'`,
    ),
    `media-src ${videos}`,
    `connect-src ${videos}`,
    `require-trusted-types-for 'script'`,
  ].join('; ')
}

export interface InstallableOptions {
  source: PageSource
  /** The value is the built service worker. Null means development, which must not be served from a cache. */
  builtWorker: string | null
  publicOrigin: (request: FastifyRequest) => string
  /** Videos are redirected to the storage at this origin. Null means that the server sends them itself. */
  mediaOrigin: string | null
}

export async function serveInstallable(app: FastifyInstance, options: InstallableOptions): Promise<void> {
  const { source, builtWorker, publicOrigin, mediaOrigin } = options
  const { html: offline, css } = offlineDocument(source.styles)
  const worker = builtWorker === null ? retiringWorker : await workerAt(builtWorker, offline)

  app.get<{ Querystring: { lang?: unknown } }>('/site.webmanifest', async (request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(JSON.stringify(webManifest(languageOf(request.query.lang)))),
  )

  app.get('/service-worker.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // The worker is revalidated at every visit, so that it can be fixed or retired.
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy(mediaOrigin))
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(worker),
  )

  const policy = contentSecurityPolicy({ scripts: [themeScript, offlineScript], styles: [css] })
  app.get('/offline', async (request, reply) =>
    reply
      .headers({
        ...documentHeaders(policy, publicOrigin(request).startsWith('https:')),
        // The document is the same for everybody, and search engines do not index it.
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
      .send(offline),
  )
}

/** Adds the offline page's digest to the worker, because browsers fetch the page again when the worker's bytes change. */
async function workerAt(file: string, offline: string): Promise<string> {
  try {
    const digest = createHash('sha256').update(offline).digest('hex').slice(0, 16)
    return `${await readFile(file, 'utf8')}\n// offline page ${digest}\n`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return retiringWorker
    throw error
  }
}
