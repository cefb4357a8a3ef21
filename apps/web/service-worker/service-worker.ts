/**
 * Caches the offline page and the build's hashed files. Documents, calls and media come from the network; when it fails, the pages
 * and documents of the courses stored by the page come from their caches (docs/decisions/offline-study.md). The worker is one file
 * without imports, because it is served alone at /service-worker.js.
 */

declare const self: ServiceWorkerGlobalScope

/** The build replaces `__RELEASE__` by its name (vite.config.ts). */
declare const __RELEASE__: string

const prefix = 'apogee-'
const current = `${prefix}${__RELEASE__}`
const offlinePage = '/offline'
/** The prefix must equal the one in apps/web/src/shared/lesson/kept-course/kept-course.ts. */
const keptPrefix = 'apogee-kept-'
const keptMs = 30 * 86_400_000
/** The size must equal the one in apps/web/src/app/offline/keep-video.ts. */
const partBytes = 2_097_152
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
  } else if (pathname.startsWith('/media/') && request.destination === 'video') {
    event.respondWith(videoFor(event))
  }
})

self.addEventListener('message', (event) => {
  if (event.data === 'empty-stores') event.waitUntil(emptyStores())
})

/** Caches the page and the font that its head names. */
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

/**
 * Deletes the files of old releases, except the previous one, whose pages may still be open. The server keeps files for the same
 * time.
 */
async function removeOldReleases(): Promise<void> {
  const releases = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && !name.startsWith(keptPrefix) && name !== current,
  )
  await Promise.all(releases.slice(0, -1).map((name) => caches.delete(name)))
}

/** Runs when the user signs out (apps/web/src/platform/transfer/cached-files.ts). */
async function emptyStores(): Promise<void> {
  const releases = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(releases.map((name) => caches.delete(name)))
}

/** Serves files with hashed names, which never change, so cached ones are not requested again. */
async function hashedFile(event: FetchEvent): Promise<Response> {
  // If the cache cannot be read, the file is requested instead of failing the page.
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
  const { pathname } = new URL(event.request.url)
  const answer = fromNetwork(event)
  event.waitUntil(answer.then(keepOfflinePageAgain, () => undefined))
  try {
    const patienceMs = startPages.includes(pathname) ? startPatienceMs : keptPatienceMs
    return await withinPatience(answer, () => keptPage(pathname), patienceMs)
  } catch (error) {
    const page = await caches.match(offlinePage).catch(() => undefined)
    if (page) return page
    throw error
  }
}

const fromNetwork = async (event: FetchEvent): Promise<Response> =>
  ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request)

/**
 * The worker waits this long for the network, in ms, because a network may lose requests without failing. A stored page that is not
 * the requested one appears only after a longer wait.
 */
const keptPatienceMs = 4_000
const startPatienceMs = 10_000

/** Returns the network's answer, or the cached one if the network fails or is too slow. */
async function withinPatience(
  answer: Promise<Response>,
  keptAnswer: () => Promise<Response | undefined>,
  patienceMs: number,
): Promise<Response> {
  const kept = () => keptAnswer().catch(() => undefined)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs, undefined))
  try {
    return (await Promise.race([answer, late])) ?? (await kept()) ?? (await answer)
  } catch (error) {
    const instead = await kept()
    if (instead) return instead
    throw error
  }
}

/**
 * The installed app starts at one of these pages, and learners find their courses on them. Offline they lead to the stored course.
 */
const startPages: readonly string[] = ['/', '/dashboard', '/learning']

/** Returns the document of a stored course's page. It starts the client, which checks the course's account. */
async function keptPage(pathname: string): Promise<Response | undefined> {
  const isStart = startPages.includes(pathname)
  const assessment = Number(/^\/assessment\/(\d+)\/?$/.exec(pathname)?.[1])
  const attempts = isStart || assessment > 0 ? await keptAttempts() : []
  const underWay = attempts.find(({ endsAt }) => endsAt > Date.now())
  if (isStart && underWay) return Response.redirect(`/assessment/${underWay.assessmentId}`)
  const attempt = attempts.find(({ assessmentId }) => assessmentId === assessment)
  if (attempt) return attempt.cache.match('/kept/attempt-page')
  const kept = await keptCourses()
  if (isStart && kept[0]) return Response.redirect(`/course/${kept[0].facts.courseId}`)
  const course = Number(/^\/course\/(\d+)\/?$/.exec(pathname)?.[1])
  const module = Number(/^\/lesson\/(\d+)\/resources(?:\/\d+)?\/?$/.exec(pathname)?.[1])
  const ofCourse = kept.find(({ facts }) => facts.courseId === course)
  const ofModule = kept.find(({ facts }) => facts.moduleIds.includes(module))
  return ofCourse ? ofCourse.cache.match('/kept/course') : ofModule?.cache.match('/kept/lesson')
}

interface KeptFacts {
  courseId: number
  moduleIds: number[]
  hasVideos?: boolean
  /** `checkedAt` and `accessEndsAt` are in milliseconds since 1970. */
  checkedAt: number
  /** Without `accessEndsAt`, the access does not end. */
  accessEndsAt?: number
}

/** The rule must equal the one in apps/web/src/shared/lesson/kept-course/kept-course.ts. */
const isFresh = ({ checkedAt, accessEndsAt = Infinity }: KeptFacts): boolean =>
  Date.now() - checkedAt < keptMs && Date.now() < accessEndsAt

interface Kept {
  cache: Cache
  facts: KeptFacts
}

interface KeptAttempt {
  cache: Cache
  assessmentId: number
  /** `endsAt` is in milliseconds since 1970. */
  endsAt: number
}

/** Returns open quiz attempts, as in apps/web/src/shared/lesson/kept-course/kept-attempt.ts. */
async function keptAttempts(): Promise<KeptAttempt[]> {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(keptPrefix) && name.includes('-attempt-'),
  )
  const kept = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name)
      const found = (await (await cache.match('/kept/attempt'))?.json()) as
        | { attempt: { assessmentId: number; deadline: string }; checkedAt: number }
        | undefined
      if (!found || Date.now() - found.checkedAt >= keptMs) return []
      const { assessmentId, deadline } = found.attempt
      return [{ cache, assessmentId, endsAt: Date.parse(deadline) }]
    }),
  )
  return kept.flat()
}

/** Returns the courses that the server has confirmed in time and whose access has not ended, the newest first. */
async function keptCourses(): Promise<Kept[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(keptPrefix))
  const kept = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name)
      const facts = (await (await cache.match('/kept/facts'))?.json()) as KeptFacts | undefined
      return facts && isFresh(facts) ? [{ cache, facts }] : []
    }),
  )
  return kept.flat().toSorted((one, other) => other.facts.checkedAt - one.facts.checkedAt)
}

/** Serves a document or captions from the cache by path, because the signature in an address changes and the file does not. */
async function fileFor(event: FetchEvent): Promise<Response> {
  const kept = async () => {
    const { pathname } = new URL(event.request.url)
    const found = await Promise.all((await keptCourses()).map(({ cache }) => cache.match(pathname)))
    return found.find((file) => file !== undefined)
  }
  return withinPatience(fromNetwork(event), kept, keptPatienceMs)
}

/**
 * Serves a stored video from its cache even online, because the learner has downloaded it to save network traffic. The page checks
 * the right to watch it before it shows the lesson.
 */
async function videoFor({ request }: FetchEvent): Promise<Response> {
  const kept = await keptVideo(new URL(request.url).pathname).catch(() => undefined)
  return kept ? rangeOf(kept, request.headers.get('range')) : fetch(request)
}

interface KeptVideo {
  cache: Cache
  pathname: string
  type: string
  bytes: number
}

/** Returns undefined unless all parts are stored. */
async function keptVideo(pathname: string): Promise<KeptVideo | undefined> {
  for (const { cache, facts } of await keptCourses()) {
    if (!facts.hasVideos) continue
    const first = await cache.match(`${pathname}?part=0`)
    const bytes = Number(first?.headers.get('x-total-bytes'))
    if (!first || !(bytes > 0)) continue
    const parts = await cache.keys(pathname, { ignoreSearch: true })
    if (parts.length === Math.ceil(bytes / partBytes))
      return { cache, pathname, bytes, type: first.headers.get('content-type') ?? 'video/mp4' }
  }
  return undefined
}

/** Answers the requested bytes as a server does (RFC 9110, section 14). */
function rangeOf(video: KeptVideo, range: string | null): Response {
  const headers = {
    'content-type': video.type,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  const { bytes } = video
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  const [, first = '', last = ''] = asked ?? []
  const isBackwards = first !== '' && last !== '' && Number(first) > Number(last)
  if (!asked || isBackwards || (first === '' && last === ''))
    return new Response(bodyOf(video, 0, bytes - 1), {
      headers: { ...headers, 'content-length': String(bytes) },
    })
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (from > to)
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } })
  return new Response(bodyOf(video, from, to), {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      'content-range': `bytes ${from}-${to}/${bytes}`,
    },
  })
}

/** Reads a part from the cache only when the player requests its bytes, because players abort most requests early. */
function bodyOf({ cache, pathname }: KeptVideo, from: number, to: number): ReadableStream<Uint8Array> {
  let at = from
  return new ReadableStream(
    {
      async pull(controller) {
        const part = Math.floor(at / partBytes)
        const kept = await cache.match(`${pathname}?part=${part}`)
        if (!kept) throw new Error(`Part ${part} of ${pathname} has been removed`)
        const start = part * partBytes
        const bytes = new Uint8Array(await kept.arrayBuffer()).subarray(at - start, to + 1 - start)
        at += bytes.length
        controller.enqueue(bytes)
        if (at > to) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Signing out empties the caches; the next visit fills them again. */
async function keepOfflinePageAgain(): Promise<void> {
  if (await caches.match(offlinePage)) return
  await keepOfflinePage().catch((error: unknown) => console.warn('The offline page was not kept', error))
}
