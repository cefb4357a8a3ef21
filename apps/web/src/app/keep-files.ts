/**
 * Writes a course into this browser's cache, so that its pages open without a connection (docs/decisions/offline-course.md).
 * keep-course.ts keeps the course that was opened last, keep-chosen.ts those that the learner asks for.
 */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { lessonAddress } from '#web/features/learning/course-progress.ts'
import { showsPdfsInFrames } from '#web/platform/document/native-viewer.ts'
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
} from '#web/platform/kept-course/kept-course.ts'
import { isOfSameSession, storedToken } from '#web/platform/session-token.ts'
import { keepTexts, loadPartsOfKeptTexts } from './keep-texts.ts'
import { keepVideo, keptBytesOf } from './keep-video.ts'

export interface Keeping {
  user: CurrentUser
  course: CourseDetail
  /** When the server answered with the course, in ms since 1970. */
  checkedAt: number
  /** Absent: as before. */
  isChosen?: true
  /** The learner has asked for the videos, too. Absent: none is requested, and those that are here stay. */
  withVideos?: boolean
  /** Bytes of new documents and captions at most. */
  most: number
  /** False: the files have been kept by this page, and only the answer is new. */
  withFiles?: boolean
  /** Stops at once; what has arrived stays. */
  signal?: AbortSignal
  /** Of each file, or part of a video, that is here. */
  onBytes?: (bytes: number) => void
}

/** `room`: the device has none left. */
export type KeepFailure = 'network' | 'room'

let last: Promise<unknown> = Promise.resolve()

/** One after the other: the course that was opened last may also be one that is being kept on request. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/**
 * Null when the account has changed or the course was removed meanwhile, or it is not for keeping. `failure`: the first file that is
 * missing.
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
  // Videos that the author no longer allows are deleted with the files that are not wanted any more.
  const withFiles = keeping.withFiles !== false || (before?.hasVideos === true && !hasVideos)
  // Removed since this page has kept it: an answer alone would be a course that does not open.
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
  // Opened before the last check: signing out after it deletes this cache, and what is written later goes with it.
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

/** The documents of the site and its code; what is not needed any more is deleted. */
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

/** What draws formulas and colours code; without it, a text shows their source. */
async function keepCodeOfTexts(cache: Cache, cacheName: string): Promise<void> {
  await loadPartsOfKeptTexts(cacheName)
  // oxlint-disable-next-line no-await-in-loop -- see above
  for (const address of loadedCode()) await keepFile(cache, address, { most: Infinity })
}

interface KeptFiles {
  bytes: number
  /** No file was left out because it was too large, was not asked for, or the learner has stopped. */
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

/** Adds the videos to the result. */
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
export async function keepPage(cache: Cache, address: string, from: string): Promise<string[]> {
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

/** A file that is here already is not requested again: it never changes under its name. */
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

/** The videos that a learner may keep. One that comes from another origin than the page is not answered by the worker. */
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

/** Bytes of a course's documents. Captions are small and not counted. */
export function sizeOfFiles({ contents }: CourseDetail): number {
  const documents = contents
    .flatMap(({ resources }) => resources)
    .filter(({ fileType }) => fileType === 'pdf')
  return documents.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0)
}

/** Documents and captions with their signed addresses; unfinished lessons first. */
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

/** What a lesson loads after it is shown. A part that cannot be loaded now is missing without a connection. */
async function loadLaterParts(resources: readonly CourseResource[]): Promise<void> {
  const hasDocuments = resources.some(({ fileType }) => fileType === 'pdf')
  const hasTexts = resources.some(({ words }) => words !== undefined)
  await Promise.allSettled([
    import('#web/features/notes/components/lesson-notes.tsx'),
    import('#web/platform/deferred-calls.ts'),
    import('#web/platform/outbox/sender.ts'),
    import('./shell/unsent-kinds.ts'),
    ...(hasTexts ? [import('#web/platform/lesson-text/lesson-text.tsx')] : []),
    ...(hasDocuments && !showsPdfsInFrames(navigator)
      ? [import('#web/platform/document/load-viewer.ts').then(({ loadViewer }) => loadViewer())]
      : []),
  ])
}

/** The code and styles that this page has loaded, in the order in which it did. */
export const loadedCode = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

/**
 * Bytes of documents and captions that a course may have that is kept without a request: fewer on a mobile network, none with the data
 * saver.
 */
export function mostBytesWithoutRequest(): number {
  const { saveData, type } =
    (navigator as { connection?: { saveData?: boolean; type?: string } }).connection ?? {}
  if (saveData) return 0
  return type === 'cellular' ? 3_000_000 : 20_000_000
}
