/**
 * Stores the courses that this browser keeps offline for one account (docs/decisions/offline-study.md): a cache for each, written
 * by keep-files.ts and read by open-kept-course.ts, the service worker and the offline page.
 */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { LessonText } from '@apogee/contracts/courses/lesson-texts.ts'

/**
 * The name of a cache begins with this prefix, followed by the ids of the account and of the course. Signing out deletes all caches
 * whose name begins with `apogee-`.
 */
export const keptPrefix = 'apogee-kept-'
const namesOf = (userId: number): string => `${keptPrefix}${userId}-`

export const keptCacheOf = (userId: number, courseId: number): string => `${namesOf(userId)}${courseId}`

/** These URLs name the cache entries that are not files of the site. */
export const keptFacts = '/kept/facts'
export const keptAnswer = '/kept/answer'
export const keptCoursePage = '/kept/course'
export const keptTexts = '/kept/texts'
export const keptLessonPage = '/kept/lesson'

/** After this many days without an answer of the server, no stored course is shown. */
export const keptDays = 30
const dayMs = 86_400_000

export interface KeptFacts {
  /** `user` is the account as the server last verified it. */
  user: CurrentUser
  /**
   * `tokenDigest` is the SHA-256, in hex, of the token with which the account was verified. A session with another token sees
   * nothing of the course.
   */
  tokenDigest: string
  courseId: number
  title: string
  moduleIds: number[]
  /** True means that the learner requested the course; otherwise it is the course opened last. */
  isChosen: boolean
  /** True means that the files are stored: all files of a requested course, otherwise those that fit into the limit. */
  isDone: boolean
  /** True means that the learner also requested the videos. Absence means that a release without this option stored the course. */
  hasVideos?: boolean
  /** `bytes` is the sum of documents, captions and videos. */
  bytes: number
  /** The server sent this course last at this time, in ms since 1970. */
  checkedAt: number
  /**
   * The learner's access ends at this time, in ms since 1970. It is absent for unlimited access, and in courses that a release
   * without this field stored.
   */
  accessEndsAt?: number
}

/** Returns whether a course may be stored: learners' courses may, courses that a person edits or only previews may not. */
export const isForKeeping = ({ isEnrolled, permissions }: CourseDetail): boolean =>
  isEnrolled && permissions.study && !permissions.manage

export async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns false after the access has ended by the device's clock. */
export const isFresh = ({ checkedAt, accessEndsAt = Infinity }: KeptFacts, now: number): boolean =>
  now - checkedAt < keptDays * dayMs && checkedAt - now < dayMs && now < accessEndsAt

export interface KeptCourse {
  cache: string
  facts: KeptFacts
}

const keptCaches = async () => (await caches.keys()).filter((name) => name.startsWith(keptPrefix))

/** Returns the course with the newest answer first. A cache without facts is still being written. */
export async function keptCourses(): Promise<KeptCourse[]> {
  const found: KeptCourse[] = []
  for (const cache of await keptCaches()) {
    const facts = await readEntry<KeptFacts>(cache, keptFacts)
    if (facts) found.push({ cache, facts })
  }
  return found.toSorted((one, other) => other.facts.checkedAt - one.facts.checkedAt)
}

async function readEntry<Value>(cache: string, address: string): Promise<Value | null> {
  const answer = await (await caches.open(cache)).match(address)
  return answer ? ((await answer.json()) as Value) : null
}

export const keptAnswerOf = ({ cache }: KeptCourse): Promise<CourseDetail | null> =>
  readEntry(cache, keptAnswer)

/** Holds the text of a lesson, and the version that the lesson had when the text was read. */
export interface KeptText extends LessonText {
  version: number
}

export const readKeptTexts = async (cache: string): Promise<KeptText[]> =>
  (await readEntry<KeptText[]>(cache, keptTexts)) ?? []

/** Deletes all stored courses, or those whose facts match `isOver`. */
export async function deleteKeptCourses(isOver?: (facts: KeptFacts) => boolean): Promise<void> {
  const names = isOver
    ? (await keptCourses()).filter(({ facts }) => isOver(facts)).map(({ cache }) => cache)
    : await keptCaches()
  await Promise.all(names.map((name) => caches.delete(name)))
}

/**
 * Runs when the server has verified a new token of the account, and stores its digest with the courses. keep-attempt.ts does the
 * same for open attempts.
 */
export async function renewKept(user: CurrentUser, token: string): Promise<void> {
  const tokenDigest = await digestOf(token)
  for (const { cache, facts } of await keptCourses()) {
    if (facts.user.id !== user.id || facts.tokenDigest === tokenDigest) continue
    // oxlint-disable-next-line no-await-in-loop -- there are few
    await (await caches.open(cache)).put(keptFacts, Response.json({ ...facts, user, tokenDigest }))
  }
}

export async function deleteKeptOfOthers(userId: number): Promise<void> {
  const others = (await keptCaches()).filter((name) => !name.startsWith(namesOf(userId)))
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** Returns the course and module in the URL of the course page or a lesson. */
export function placeIn(pathname: string): { courseId?: number; moduleId?: number } | null {
  const courseId = /^\/course\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  if (courseId !== undefined) return { courseId: Number(courseId) }
  const moduleId = /^\/lesson\/(\d{1,15})\/resources(?:\/\d{1,15})?\/?$/.exec(pathname)?.[1]
  return moduleId === undefined ? null : { moduleId: Number(moduleId) }
}
