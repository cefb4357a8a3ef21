/**
 * Writes a course into this browser's cache, so that its pages open offline (docs/decisions/offline-study.md). keep-course.ts
 * stores the course that was opened last, keep-chosen.ts those that the learner requests.
 */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { lessonAddress } from '#web/features/learning/course-progress.ts'
import { showsPdfsInFrames } from '#web/shared/document/engine/native-viewer.ts'
import {
  deleteKeptCourses,
  isForKeeping,
  digestOf,
  keptAnswer,
  keptCacheOf,
  keptCoursePage,
  keptCourses,
  keptFacts,
  keptLessonPage,
  type KeptFacts,
} from '#web/shared/lesson/kept-course/kept-course.ts'
import { isOfSameSession, storedToken } from '#web/platform/session/session-token.ts'
import { keepTexts, loadPartsOfKeptTexts } from './keep-texts.ts'
import { keepVideo, keptBytesOf } from './keep-video.ts'

export interface Keeping {
  user: CurrentUser
  course: CourseDetail
  /** The server answered with the course at this time, in ms since 1970. */
  checkedAt: number
  /** True when the learner has requested the course. When it is absent, the stored value stays. */
  isChosen?: true
  /** True when the learner has also requested the videos. When it is absent, no video is requested and stored videos stay. */
  withVideos?: boolean
  /** New documents and captions may have at most this many bytes together. */
  most: number
  /** False means that this page has stored the files already and only the server's answer is new. */
  withFiles?: boolean
  /** Aborting `signal` stops the download immediately; stored files stay. */
  signal?: AbortSignal
  /** Receives the size of each stored file or part of a video, in bytes. */
  onBytes?: (bytes: number) => void
}

/** `room` means that the device has no space left. */
export type KeepFailure = 'network' | 'room'

let last: Promise<unknown> = Promise.resolve()

/** Serialises the work, because the course that was opened last may also be stored on request. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/**
 * Stores a course. Returns null when another account has signed in, the course was removed from the device meanwhile, or the course
 * may not be stored. `failure` tells why the first missing file could not be stored.
 */
export async function keepCourse(
  keeping: Keeping,
): Promise<{ facts: KeptFacts; failure: KeepFailure | null } | null> {
  const { user, course, checkedAt } = keeping
  const before = (await keptCourses()).find(({ facts }) => facts.courseId === course.id)?.facts
  if (!isForKeeping(course)) {
    await deleteKeptCourses((facts) => facts.courseId === course.id)
    return null
  }
  const token = storedToken()
  const { accessEndsAt } = course.enrollment ?? {}
  const hasVideos = (keeping.withVideos || before?.hasVideos) === true && course.allowsOfflineVideo === true
  // Videos that the author has disallowed are deleted with the other unneeded files.
  const withFiles = keeping.withFiles !== false || (before?.hasVideos === true && !hasVideos)
  // The course was removed from the device after this page had stored its files. Storing only the answer would leave a course that
  // does not open.
  if (token === null || (!withFiles && !before)) return null
  const facts: KeptFacts = {
    user,
    tokenDigest: await digestOf(token),
    courseId: course.id,
    title: course.title,
    moduleIds: course.contents.map(({ id }) => id),
    checkedAt,
    isChosen: keeping.isChosen ?? before?.isChosen ?? false,
    hasVideos,
    isDone: before?.isDone ?? false,
    bytes: before?.bytes ?? 0,
    ...(accessEndsAt && { accessEndsAt: Date.parse(accessEndsAt) }),
  }
  // The cache is opened before the last check, so that signing out after the check deletes it together with later writes.
  const cache = await caches.open(keptCacheOf(user.id, course.id))
  const isStillTheirs = () => isOfSameSession(token)
  const write = async () => {
    const present = storedToken()
    if (present === null || !isStillTheirs()) return
    facts.tokenDigest = await digestOf(present)
    await cache.put(keptAnswer, Response.json(course))
    await cache.put(keptFacts, Response.json(facts))
  }
  let failure: KeepFailure | null = null
  if (withFiles) {
    await keepSite(cache, course, facts)
    await write()
    const files = await keepFiles(cache, keeping, isStillTheirs)
    const cacheName = keptCacheOf(user.id, course.id)
    await keepTexts(cacheName, course, isStillTheirs)
      .then(() => keepCodeOfTexts(cache, cacheName))
      .catch((error: unknown) => noteFailure(files, error, keeping.signal))
    if (facts.hasVideos) await keepVideos(cache, keeping, files, isStillTheirs)
    ;({ failure } = files)
    facts.bytes = files.isWhole ? files.bytes : Math.max(facts.bytes, files.bytes)
    facts.isDone = failure === null && (!facts.isChosen || files.isWhole)
  }
  await write()
  if (isStillTheirs()) return { facts, failure }
  await deleteKeptCourses()
  return null
}

/** Stores the documents of the site and its code, and deletes unneeded ones. */
async function keepSite(cache: Cache, course: CourseDetail, { hasVideos, user }: KeptFacts): Promise<void> {
  const resources = course.contents.flatMap((content) => content.resources)
  await loadLaterParts(resources)
  await loadPartsOfKeptTexts(keptCacheOf(user.id, course.id))
  const code = new Set(loadedCode())
  const [first] = resources
  const pages: [kept: string, from: string][] = [[keptCoursePage, `/course/${course.id}`]]
  if (first) pages.push([keptLessonPage, lessonAddress(first)])
  for (const [address, from] of pages) {
    // oxlint-disable-next-line no-await-in-loop -- one request at a time: the person reads meanwhile
    for (const file of await keepPage(cache, address, from)) code.add(file)
  }
  const videos = hasVideos ? videosOf(course).map(({ address }) => address) : []
  const kept = new Set([...code, ...filesOf(resources), ...videos].map(pathnameOf))
  for (const request of await cache.keys()) {
    const pathname = pathnameOf(request.url)
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (!pathname.startsWith('/kept/') && !kept.has(pathname)) await cache.delete(request)
  }
  // oxlint-disable-next-line no-await-in-loop -- see above
  for (const address of code) await keepFile(cache, address, { most: Infinity })
}

/** Stores the code that draws formulas and highlights code; without it, a text shows their source. */
async function keepCodeOfTexts(cache: Cache, cacheName: string): Promise<void> {
  await loadPartsOfKeptTexts(cacheName)
  // oxlint-disable-next-line no-await-in-loop -- see above
  for (const address of loadedCode()) await keepFile(cache, address, { most: Infinity })
}

interface KeptFiles {
  bytes: number
  /** True means that no file is missing because of its size, a failed request or a stop by the learner. */
  isWhole: boolean
  failure: KeepFailure | null
}

async function keepFiles(
  cache: Cache,
  { course, most, signal, onBytes }: Keeping,
  isStillTheirs: () => boolean,
): Promise<KeptFiles> {
  const files = filesOf(course.contents.flatMap((content) => content.resources))
  const result: KeptFiles = { bytes: 0, isWhole: true, failure: null }
  let left = most
  for (const address of files) {
    if (!isStillTheirs() || signal?.aborted) return { ...result, isWhole: false }
    try {
      // oxlint-disable-next-line no-await-in-loop -- see above
      const file = await keepFile(cache, address, { most: left, signal })
      result.bytes += file.bytes
      onBytes?.(file.bytes)
      if (file.state === 'new') left -= file.bytes
      if (file.state === 'too large') result.isWhole = false
    } catch (error) {
      noteFailure(result, error, signal)
    }
  }
  return result
}

async function keepVideos(
  cache: Cache,
  { course, withVideos = false, signal, onBytes }: Keeping,
  result: KeptFiles,
  isStillTheirs: () => boolean,
): Promise<void> {
  for (const video of videosOf(course)) {
    const kept = { cache, ...video }
    try {
      if (withVideos && isStillTheirs() && !signal?.aborted)
        // oxlint-disable-next-line no-await-in-loop -- see above
        await keepVideo(kept, { signal, onBytes: (bytes) => onBytes?.(bytes) })
    } catch (error) {
      noteFailure(result, error, signal)
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    const bytes = await keptBytesOf(kept)
    result.bytes += bytes
    if (bytes < video.sizeBytes) result.isWhole = false
  }
}

function noteFailure(result: KeptFiles, error: unknown, signal: AbortSignal | undefined): void {
  if (signal?.aborted) result.isWhole = false
  else result.failure ??= isNoRoom(error) ? 'room' : 'network'
}

const isNoRoom = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

const pathnameOf = (address: string): string => new URL(address, location.origin).pathname

/** Stores a page's document and returns the files that it names. */
export async function keepPage(cache: Pick<Cache, 'put'>, address: string, from: string): Promise<string[]> {
  const answer = await fetch(from, { headers: { accept: 'text/html' } })
  if (answer.status !== 200 || answer.redirected) throw new Error(`${from} answered ${answer.status}`)
  const html = await answer.text()
  const headers = new Headers(answer.headers)
  // These headers describe the transferred bytes or this request, so they do not apply to the stored document.
  for (const name of ['content-encoding', 'content-length', 'etag', 'server-timing', 'vary']) {
    headers.delete(name)
  }
  await cache.put(address, new Response(html.replace('<html', '<html data-kept'), { headers }))
  return [...html.matchAll(/\/assets\/[\w.-]+\.(?:json|js|css|woff2)/g)].map(([file]) => file)
}

/** Stores a file unless it is already stored, because its content never changes under its name. */
export async function keepFile(
  cache: Cache,
  address: string,
  { most, signal }: { most: number; signal?: AbortSignal | undefined },
): Promise<{ state: 'known' | 'new' | 'too large'; bytes: number }> {
  const pathname = pathnameOf(address)
  const known = await cache.match(pathname)
  if (known) return { state: 'known', bytes: Number(known.headers.get('content-length') ?? 0) }
  const tooLarge = { state: 'too large', bytes: 0 } as const
  if (most <= 0) return tooLarge
  const answer = await fetch(address, signal ? { signal } : {})
  if (answer.status !== 200) throw new Error(`${pathname} answered ${answer.status}`)
  if (Number(answer.headers.get('content-length') ?? 0) > most) {
    await answer.body?.cancel()
    return tooLarge
  }
  const bytes = await answer.blob()
  if (bytes.size > most) return tooLarge
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'vary']) headers.delete(name)
  headers.set('content-length', String(bytes.size))
  await cache.put(pathname, new Response(bytes, { headers }))
  return { state: 'new', bytes: bytes.size }
}

/**
 * Returns the videos that a learner may store. The worker does not answer requests for another origin, so videos there are
 * excluded.
 */
function videosOf({ contents, allowsOfflineVideo = false }: CourseDetail) {
  if (!allowsOfflineVideo) return []
  return contents
    .flatMap(({ resources }) => resources)
    .flatMap(({ fileType, filePath = '', sizeBytes = 0 }) =>
      fileType === 'video' && filePath.startsWith('/media/') && sizeBytes > 0
        ? [{ address: filePath, sizeBytes }]
        : [],
    )
}

export const sizeOfVideos = (course: CourseDetail): number =>
  videosOf(course).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

/** Returns the bytes of a course's documents. Captions are small and not counted. */
export function sizeOfFiles({ contents }: CourseDetail): number {
  const documents = contents
    .flatMap(({ resources }) => resources)
    .filter(({ fileType }) => fileType === 'pdf')
  return documents.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0)
}

/** Returns documents and captions with their signed addresses; unfinished lessons come first. */
function filesOf(resources: readonly CourseResource[]): string[] {
  const ordered = [
    ...resources.filter(({ progress }) => !progress?.completed),
    ...resources.filter(({ progress }) => progress?.completed),
  ]
  return ordered
    .flatMap(({ fileType, filePath, captions = [] }) => [
      ...captions.map(({ url }) => url),
      ...(fileType === 'pdf' && filePath !== undefined ? [filePath] : []),
    ])
    .filter((address) => pathnameOf(address).startsWith('/media/'))
}

/** Loads the parts that a lesson loads after it is shown. A part that fails to load is missing offline. */
async function loadLaterParts(resources: readonly CourseResource[]): Promise<void> {
  const hasDocuments = resources.some(({ fileType }) => fileType === 'pdf')
  const hasTexts = resources.some(({ words }) => words !== undefined)
  await Promise.allSettled([
    import('#web/features/notes/components/lesson-notes.tsx'),
    import('#web/platform/transfer/deferred-calls.ts'),
    import('#web/platform/outbox/sender.ts'),
    import('../shell/unsent-kinds.ts'),
    ...(hasTexts ? [import('#web/shared/lesson-text/lesson-text.tsx')] : []),
    ...(hasDocuments && !showsPdfsInFrames(navigator)
      ? [import('#web/shared/document/engine/load-viewer.ts').then(({ loadViewer }) => loadViewer())]
      : []),
  ])
}

/** Returns the code and styles that this page has loaded, in loading order. */
export const loadedCode = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

/**
 * Returns the limit in bytes of documents and captions for a course stored without a request: less on a mobile network, none with
 * the data saver.
 */
export function mostBytesWithoutRequest(): number {
  const { saveData, type } =
    (navigator as { connection?: { saveData?: boolean; type?: string } }).connection ?? {}
  if (saveData) return 0
  return type === 'cellular' ? 3_000_000 : 20_000_000
}
