/**
 * The courses that this browser keeps for one account (docs/decisions/offline-course.md): a cache for each, written by keep-files.ts
 * and read by open-kept-course.ts, the service worker and the offline page.
 */
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { LessonText } from '@apogee/contracts/courses/lesson-texts.ts'

/** Followed by the account's id and the course's. Signing out deletes it, as all caches whose name begins with `apogee-`. */
export const keptPrefix = 'apogee-kept-'
const namesOf = (userId: number): string => `${keptPrefix}${userId}-`

export const keptCacheOf = (userId: number, courseId: number): string => `${namesOf(userId)}${courseId}`

/** Addresses of the entries that are no file of the site. */
export const keptFacts = '/kept/facts'
export const keptAnswer = '/kept/answer'
export const keptCoursePage = '/kept/course'
export const keptTexts = '/kept/texts'
export const keptLessonPage = '/kept/lesson'

/** Without an answer of the server for so long, nothing kept is shown. */
export const keptDays = 30
const dayMs = 86_400_000

export interface KeptFacts {
  /** The account as the server last verified it. */
  user: CurrentUser
  /** SHA-256 of the token that it was verified with, in hex: another token's session sees nothing. */
  tokenDigest: string
  courseId: number
  /** Shown by the offline page. */
  title: string
  moduleIds: number[]
  /** The learner has asked for it; otherwise it is the course that was opened last. */
  isChosen: boolean
  /** Its files are here: all of a chosen course, otherwise those that fit. */
  isDone: boolean
  /** The learner has asked for its videos, too. Absent: kept by a release that kept none. */
  hasVideos?: boolean
  /** Of documents, captions and videos. */
  bytes: number
  /** When the server last answered with this course, in ms since 1970. */
  checkedAt: number
  /** When the learner's access ends, in ms since 1970. Absent: never, or kept by a release that knew no ends. */
  accessEndsAt?: number
}

/** Courses of learners; not those that a person edits, or only previews. */
export const isForKeeping = ({ isEnrolled, permissions }: CourseDetail): boolean =>
  isEnrolled && permissions.study && !permissions.manage

export async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Not after the access has ended, by the device's clock. */
export const isFresh = ({ checkedAt, accessEndsAt = Infinity }: KeptFacts, now: number): boolean =>
  now - checkedAt < keptDays * dayMs && checkedAt - now < dayMs && now < accessEndsAt

export interface KeptCourse {
  cache: string
  facts: KeptFacts
}

const keptCaches = async () => (await caches.keys()).filter((name) => name.startsWith(keptPrefix))

/** The course whose answer is the newest first. A cache without facts is being written. */
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

/** The answer of the server with the course. */
export const keptAnswerOf = ({ cache }: KeptCourse): Promise<CourseDetail | null> =>
  readEntry(cache, keptAnswer)

/** A lesson's text, and the version of the lesson that it was read with. */
export interface KeptText extends LessonText {
  version: number
}

export const readKeptTexts = async (cache: string): Promise<KeptText[]> =>
  (await readEntry<KeptText[]>(cache, keptTexts)) ?? []

/** All of them, or those whose facts are over. */
export async function deleteKeptCourses(isOver?: (facts: KeptFacts) => boolean): Promise<void> {
  const names = isOver
    ? (await keptCourses()).filter(({ facts }) => isOver(facts)).map(({ cache }) => cache)
    : await keptCaches()
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** The server has verified another token of the account; open attempts are renewed by keep-attempt.ts. */
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

/** The course and module that an address of the course page or a lesson names. */
export function placeIn(pathname: string): { courseId?: number; moduleId?: number } | null {
  const courseId = /^\/course\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  if (courseId !== undefined) return { courseId: Number(courseId) }
  const moduleId = /^\/lesson\/(\d{1,15})\/resources(?:\/\d{1,15})?\/?$/.exec(pathname)?.[1]
  return moduleId === undefined ? null : { moduleId: Number(moduleId) }
}
