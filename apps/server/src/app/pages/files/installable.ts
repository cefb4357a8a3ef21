/** Serves what makes Apogee an installable app: the manifest, the service worker and the offline page. */
import { languageOf } from '@apogee/domain/languages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { contentSecurityPolicy, documentHeaders, themeScript } from '../document.ts'
import { offlineDocument, offlineScript } from '../offline-document.ts'
import type { PageSource } from '../page-source.ts'
import { webManifest } from './web-manifest.ts'

/** This worker unregisters the service worker of an earlier release in browsers that still have it. */
export const retiringWorker = `addEventListener("install",()=>skipWaiting());addEventListener("activate",(event)=>event.waitUntil(caches.keys().then((names)=>Promise.all(names.map((name)=>caches.delete(name)))).then(()=>registration.unregister())));`

/**
 * A service worker has a policy of its own, not that of its pages. It fetches from this site, and videos from the storage. Chromium
 * and Firefox apply `connect-src` to all requests of a worker. WebKit applies the directive for the request's destination, so each
 * kind of request that the worker answers has a directive here.
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
  /** This is the path of the built service worker. It is null in development, where nothing must come from a cache. */
  builtWorker: string | null
  publicOrigin: (request: FastifyRequest) => string
  /** Videos are redirected to the storage at this origin. Null means that the server itself sends them. */
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
      // Browsers revalidate the worker at every visit, so that a faulty worker can be fixed or retired.
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
        // The offline page is the same for everybody, and search engines do not index it.
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
      .send(offline),
  )
}

/** Adds the digest of the offline page to the worker. Browsers fetch the page again only when the bytes of the worker change. */
async function workerAt(file: string, offline: string): Promise<string> {
  try {
    const digest = createHash('sha256').update(offline).digest('hex').slice(0, 16)
    return `${await readFile(file, 'utf8')}\n// offline page ${digest}\n`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return retiringWorker
    throw error
  }
}
