/**
 * Keeps the course that a learner has opened last, for its account, so that its pages open without a connection
 * (docs/decisions/offline-course.md). Only where a service worker answers for the kept pages.
 */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { QueryClient } from '@tanstack/react-query'
import { lessonAddress } from '#web/features/learning/course-progress.ts'
import { ApiError } from '#web/platform/client.ts'
import { showsPdfsInFrames } from '#web/platform/document/native-viewer.ts'
import { fillFromKept } from '#web/platform/kept-course/open-kept-course.ts'
import {
  deleteKeptCourse,
  digestOf,
  isFresh,
  keptAnswer,
  keptCoursePage,
  keptFacts,
  keptLessonPage,
  keptPrefix,
  placeIn,
  readKept,
  storedToken,
  type KeptFacts,
} from '#web/platform/kept-course/kept-course.ts'
import type { SessionStore } from '#web/platform/session.tsx'

/** Of documents and captions together; the second where the browser says that it is on a mobile network. */
const mostBytes = 20_000_000
const mostBytesMobile = 3_000_000

interface Keeper {
  queries: QueryClient
  session: Pick<SessionStore, 'store'>
}

/** Runs as long as the page lives. */
export function keepLastCourse(keeper: Keeper): void {
  if (!('caches' in globalThis) || !('serviceWorker' in navigator) || !crypto.subtle) return
  const { queries, session } = keeper
  /** The course whose files this page has kept. */
  let whole: number | null = null
  const answeredAt = answersOf(queries, session)
  let last = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => console.warn('The course was not kept', error))
  }
  const consider = () =>
    inTurn(async () => {
      const user = verifiedUser(session)
      if (!user) return
      await deleteKeptCourse(user.id)
      const course = openedCourse(queries, user.id)
      if (!course || !navigator.serviceWorker.controller) return
      const checkedAt = answeredAt.get(course.id)
      if (checkedAt === undefined) return
      const isKept = await keep({ user, course, checkedAt }, whole !== course.id)
      if (isKept) whole = course.id
    })
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== 'course') return
    // What the page has set itself is no answer of the server.
    if (event.action.type === 'success' && !event.action.manual) {
      answeredAt.set(Number(event.query.queryKey[1]), event.query.state.dataUpdatedAt)
      consider()
    }
    if (event.action.type === 'error') {
      const { error } = event.action
      const refused = event.query.queryKey[1]
      if (isRefusal(error)) inTurn(() => forget((facts) => facts.courseId === refused))
    }
  })
  session.store.subscribe(consider)
  navigator.serviceWorker.addEventListener('controllerchange', consider)
  addEventListener('offline', () => inTurn(() => showKept(keeper)))
  inTurn(() => forget((facts) => !isFresh(facts, Date.now())))
  consider()
}

/** When the server answered with each course that the page has, in ms since 1970; none for a page that started from what is kept. */
function answersOf(queries: QueryClient, session: Keeper['session']): Map<number, number> {
  if (!verifiedUser(session)) return new Map()
  const courses = queries.getQueryCache().findAll({ queryKey: ['course'] })
  const answered = courses.filter(({ state }) => state.status === 'success')
  return new Map(answered.map(({ queryKey, state }) => [Number(queryKey[1]), state.dataUpdatedAt]))
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status)

function verifiedUser({ store }: Keeper['session']): CurrentUser | null {
  const session = store.getState()
  return session.state === 'signed-in' && session.keptAt === undefined ? session.user : null
}

/** The course that this page shows, if the person learns it and does not edit it. */
function openedCourse(queries: QueryClient, userId: number): CourseDetail | null {
  const place = placeIn(location.pathname)
  if (!place) return null
  for (const [key, answer] of queries.getQueriesData<{ data: CourseDetail }>({ queryKey: ['course'] })) {
    const course = answer?.data
    if (!course || key[2] !== userId) continue
    const isShown =
      place.courseId === course.id || course.contents.some((content) => content.id === place.moduleId)
    if (isShown) return course
  }
  return null
}

async function forget(isOver: (facts: KeptFacts) => boolean): Promise<void> {
  const facts = await readKept<KeptFacts>(keptFacts)
  if (facts && isOver(facts)) await deleteKeptCourse()
}

/** A page that loses its connection opens the other lessons of the kept course. */
async function showKept({ queries, session }: Keeper): Promise<void> {
  const user = verifiedUser(session)
  const facts = await readKept<KeptFacts>(keptFacts)
  if (!user || facts?.user.id !== user.id || !isFresh(facts, Date.now())) return
  const course = await readKept<CourseDetail>(keptAnswer)
  if (course) fillFromKept(queries, course, user.id, facts.checkedAt)
}

interface Opened {
  user: CurrentUser
  course: CourseDetail
  /** When the server answered with the course, in ms since 1970. */
  checkedAt: number
}

/** False when the account has changed meanwhile, or the course is not for keeping. */
async function keep({ user, course, checkedAt }: Opened, withFiles: boolean): Promise<boolean> {
  if (!course.isEnrolled || !course.permissions.study || course.permissions.manage) {
    await forget((facts) => facts.courseId === course.id)
    return false
  }
  const token = storedToken()
  if (token === null) return false
  const tokenDigest = await digestOf(token)
  // Opened before the last check: signing out after it deletes this cache, and what is written later goes with it.
  const cache = await caches.open(`${keptPrefix}${user.id}`)
  const isStillTheirs = () => storedToken() === token
  if (withFiles) await keepFiles(cache, course, isStillTheirs)
  const facts: KeptFacts = {
    user,
    tokenDigest,
    courseId: course.id,
    title: course.title,
    moduleIds: course.contents.map(({ id }) => id),
    checkedAt,
  }
  if (isStillTheirs()) {
    await cache.put(keptAnswer, Response.json(course))
    await cache.put(keptFacts, Response.json(facts))
  }
  if (isStillTheirs()) return true
  await deleteKeptCourse()
  return false
}

/** The documents of the site, its code, and the course's files; what is not needed any more is deleted. */
async function keepFiles(cache: Cache, course: CourseDetail, isStillTheirs: () => boolean): Promise<void> {
  const resources = course.contents.flatMap((content) => content.resources)
  await loadLaterParts(resources.some(({ fileType }) => fileType === 'pdf'))
  const code = new Set(loadedCode())
  const [first] = resources
  const pages: [kept: string, from: string][] = [[keptCoursePage, `/course/${course.id}`]]
  if (first) pages.push([keptLessonPage, lessonAddress(first)])
  for (const [address, from] of pages) {
    // oxlint-disable-next-line no-await-in-loop -- one request at a time: the person reads meanwhile
    for (const file of await keepPage(cache, address, from)) code.add(file)
  }
  const kept = new Set<string>()
  for (const address of [...code, ...fileAddresses(resources)]) {
    const { pathname } = new URL(address, location.origin)
    kept.add(pathname)
  }
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (!pathname.startsWith('/kept/') && !kept.has(pathname)) await cache.delete(request)
  }
  // oxlint-disable-next-line no-await-in-loop -- see above
  for (const address of code) await keepFile(cache, address, Infinity)
  let left = bytesForFiles()
  for (const address of fileAddresses(resources)) {
    if (!isStillTheirs() || left <= 0) return
    // oxlint-disable-next-line no-await-in-loop -- see above
    left -= await keepFile(cache, address, left).catch(() => 0)
  }
}

/** Stores a page's document and returns the files that it names. */
async function keepPage(cache: Cache, address: string, from: string): Promise<string[]> {
  const answer = await fetch(from, { headers: { accept: 'text/html' } })
  if (answer.status !== 200 || answer.redirected) throw new Error(`${from} answered ${answer.status}`)
  const html = await answer.text()
  const headers = new Headers(answer.headers)
  // They describe the bytes that came, or the request.
  for (const name of ['content-encoding', 'content-length', 'etag', 'server-timing', 'vary']) {
    headers.delete(name)
  }
  await cache.put(address, new Response(html.replace('<html', '<html data-kept'), { headers }))
  return [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g)].map(([file]) => file)
}

/** Returns the bytes of the file; 0 when it is larger than `most` and was not kept. */
async function keepFile(cache: Cache, address: string, most: number): Promise<number> {
  const { pathname } = new URL(address, location.origin)
  const known = await cache.match(pathname)
  if (known) return Number(known.headers.get('content-length') ?? 0)
  const answer = await fetch(address)
  if (answer.status !== 200) throw new Error(`${pathname} answered ${answer.status}`)
  if (Number(answer.headers.get('content-length') ?? 0) > most) {
    await answer.body?.cancel()
    return 0
  }
  const bytes = await answer.blob()
  if (bytes.size > most) return 0
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'vary']) headers.delete(name)
  headers.set('content-length', String(bytes.size))
  await cache.put(pathname, new Response(bytes, { headers }))
  return bytes.size
}

/** Documents and captions with their signed addresses; unfinished lessons first. Videos are not kept. */
function fileAddresses(resources: readonly CourseResource[]): string[] {
  const ordered = [
    ...resources.filter(({ progress }) => !progress?.completed),
    ...resources.filter(({ progress }) => progress?.completed),
  ]
  return ordered
    .flatMap(({ fileType, filePath, captions = [] }) => [
      ...captions.map(({ url }) => url),
      ...(fileType === 'pdf' && filePath !== undefined ? [filePath] : []),
    ])
    .filter((address) => new URL(address, location.origin).pathname.startsWith('/media/'))
}

/** What a lesson loads after it is shown. A part that cannot be loaded now is missing without a connection. */
async function loadLaterParts(hasDocuments: boolean): Promise<void> {
  await Promise.allSettled([
    import('#web/features/notes/components/lesson-notes.tsx'),
    import('#web/platform/deferred-calls.ts'),
    import('#web/platform/outbox/sender.ts'),
    import('./shell/unsent-kinds.ts'),
    ...(hasDocuments && !showsPdfsInFrames(navigator)
      ? [import('#web/platform/document/load-viewer.ts').then(({ loadViewer }) => loadViewer())]
      : []),
  ])
}

/** The code and styles that this page has loaded, in the order in which it did. */
const loadedCode = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

/** None with the browser's data saver. */
function bytesForFiles(): number {
  const { saveData, type } =
    (navigator as { connection?: { saveData?: boolean; type?: string } }).connection ?? {}
  if (saveData) return 0
  return type === 'cellular' ? mostBytesMobile : mostBytes
}
