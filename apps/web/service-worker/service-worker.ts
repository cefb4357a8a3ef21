/**
 * Caches the offline page and the build's hashed files. Documents, calls and media come from the network; without a connection, the
 * pages and documents of the course that the page has kept come from its cache (docs/decisions/offline-course.md). One file without
 * imports, because it is served alone at /service-worker.js.
 */

declare const self: ServiceWorkerGlobalScope

/** Name of the build; inserted by vite.config.ts. */
declare const __RELEASE__: string

const prefix = 'apogee-'
const current = `${prefix}${__RELEASE__}`
const offlinePage = '/offline'
/** As in apps/web/src/platform/kept-course/kept-course.ts. */
const keptPrefix = 'apogee-kept-'
const keptMs = 30 * 86_400_000
const documentDestinations: readonly RequestDestination[] = ['', 'iframe']

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
  } else if (pathname.startsWith('/media/') && documentDestinations.includes(request.destination)) {
    event.respondWith(fileFor(event))
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
  const releases = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && !name.startsWith(keptPrefix) && name !== current,
  )
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
    const kept = await keptPage(new URL(event.request.url).pathname).catch(() => undefined)
    const page = kept ?? (await caches.match(offlinePage).catch(() => undefined))
    if (page) return page
    throw error
  }
}

/** Where the installed app starts, and where learners find their courses: without a connection they lead to the kept course. */
const startPages: readonly string[] = ['/', '/dashboard', '/learning']

/** The document of a page of the kept course: it starts the client, which checks whose course it is. */
async function keptPage(pathname: string): Promise<Response | undefined> {
  const facts = await keptFacts()
  if (facts && startPages.includes(pathname)) return Response.redirect(`/course/${facts.courseId}`)
  const course = /^\/course\/(\d+)\/?$/.exec(pathname)?.[1]
  if (course !== undefined && facts?.courseId === Number(course)) return caches.match('/kept/course')
  const module = /^\/lesson\/(\d+)\/resources(?:\/\d+)?\/?$/.exec(pathname)?.[1]
  if (module !== undefined && facts?.moduleIds.includes(Number(module))) return caches.match('/kept/lesson')
  return undefined
}

interface KeptFacts {
  courseId: number
  moduleIds: number[]
  checkedAt: number
}

/** Undefined when nothing is kept, or the server has not confirmed it for too long. */
async function keptFacts(): Promise<KeptFacts | undefined> {
  const facts = (await (await caches.match('/kept/facts'))?.json()) as KeptFacts | undefined
  return facts && Date.now() - facts.checkedAt < keptMs ? facts : undefined
}

/** A document or captions. Signatures in addresses change, files do not. */
async function fileFor(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))
  } catch (error) {
    const facts = await keptFacts().catch(() => undefined)
    const kept = facts && (await caches.match(new URL(event.request.url).pathname))
    if (kept) return kept
    throw error
  }
}

/** Signing out empties the caches; the next visit fills them again. */
async function keepOfflinePageAgain(): Promise<void> {
  if (await caches.match(offlinePage)) return
  await keepOfflinePage().catch((error: unknown) => console.warn('The offline page was not kept', error))
}
