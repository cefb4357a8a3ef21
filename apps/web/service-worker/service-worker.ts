/**
 * Caches the offline page and the build's hashed files, nothing else: documents, calls and media always come
 * from the network. One file without imports, because it is served alone at /service-worker.js.
 */

declare const self: ServiceWorkerGlobalScope

/** Name of the build; inserted by vite.config.ts. */
declare const __RELEASE__: string

const prefix = 'apogee-'
const current = `${prefix}${__RELEASE__}`
const offlinePage = '/offline'

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepOfflinePage(), self.skipWaiting()]))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([removeOldReleases(), self.registration.navigationPreload.enable(), self.clients.claim()]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(hashedFile(event))
  else if (request.mode === 'navigate' && !/^\/(?:api|media)\//.test(pathname)) {
    event.respondWith(documentFor(event))
  }
})

self.addEventListener('message', (event) => {
  if (event.data === 'empty-stores') event.waitUntil(emptyStores())
})

/** The page and the font that its head names. */
async function keepOfflinePage(): Promise<void> {
  const answer = await fetch(offlinePage, { cache: 'no-cache', credentials: 'omit' })
  if (!answer.ok) throw new Error(`The page for being offline answered ${answer.status}`)
  const cache = await caches.open(current)
  const head = (await answer.clone().text()).split('</head>')[0] ?? ''
  const files = [...head.matchAll(/<link rel="preload"[^>]* href="(\/assets\/[^"]+)"/g)].flatMap(
    ([, file]) => file ?? [],
  )
  await cache.addAll(files)
  await cache.put(offlinePage, answer)
}

/** The previous release's files stay for one release, as on the server: its pages may still be open. */
async function removeOldReleases(): Promise<void> {
  const releases = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current)
  await Promise.all(releases.slice(0, -1).map((name) => caches.delete(name)))
}

/** When somebody signs out (apps/web/src/platform/cached-files.ts). */
async function emptyStores(): Promise<void> {
  const releases = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(releases.map((name) => caches.delete(name)))
}

/** Files with hashed names never change, so cached ones are not requested again. */
async function hashedFile(event: FetchEvent): Promise<Response> {
  // An unreadable cache costs a request, not the page.
  const kept = await caches.match(event.request).catch(() => undefined)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.status === 200 && answer.type === 'basic') {
    const copy = answer.clone()
    event.waitUntil(
      caches
        .open(current)
        .then((cache) => cache.put(event.request, copy))
        .catch((error: unknown) => console.warn('The file was not kept', error)),
    )
  }
  return answer
}

async function documentFor(event: FetchEvent): Promise<Response> {
  try {
    const answer = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))
    event.waitUntil(keepOfflinePageAgain())
    return answer
  } catch (error) {
    const offline = await caches.match(offlinePage).catch(() => undefined)
    if (offline) return offline
    throw error
  }
}

/** Signing out empties the caches; the next visit fills them again. */
async function keepOfflinePageAgain(): Promise<void> {
  if (await caches.match(offlinePage)) return
  await keepOfflinePage().catch((error: unknown) => console.warn('The offline page was not kept', error))
}
