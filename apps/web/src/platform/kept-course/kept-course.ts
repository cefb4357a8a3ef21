/**
 * The course that this browser keeps for one account (docs/decisions/offline-course.md): one cache, written by keep-course.ts and
 * read by open-kept-course.ts, the service worker and the offline page.
 */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '../storage.ts'

/** Followed by the account's id. Signing out deletes it, as all caches whose name begins with `apogee-`. */
export const keptPrefix = 'apogee-kept-'
/** Addresses of the entries that are no file of the site. */
export const keptFacts = '/kept/facts'
export const keptAnswer = '/kept/answer'
export const keptCoursePage = '/kept/course'
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
  /** When the server last answered with this course, in ms since 1970. */
  checkedAt: number
}

export async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const isFresh = ({ checkedAt }: KeptFacts, now: number): boolean =>
  now - checkedAt < keptDays * dayMs && checkedAt - now < dayMs

const keptCaches = async () => (await caches.keys()).filter((name) => name.startsWith(keptPrefix))

/** All of it, or all but one account's. */
export async function deleteKeptCourse(except?: number): Promise<void> {
  const names = (await keptCaches()).filter((name) => name !== `${keptPrefix}${except}`)
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Null when nothing is kept for the stored token. */
export async function readKept<Value>(address: string): Promise<Value | null> {
  for (const name of await keptCaches()) {
    const answer = await (await caches.open(name)).match(address)
    if (answer) return (await answer.json()) as Value
  }
  return null
}

export const storedToken = (): string | null => storage.read(storageKeys.token)

/** The course and module that an address of the course page or a lesson names. */
export function placeIn(pathname: string): { courseId?: number; moduleId?: number } | null {
  const courseId = /^\/course\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  if (courseId !== undefined) return { courseId: Number(courseId) }
  const moduleId = /^\/lesson\/(\d{1,15})\/resources(?:\/\d{1,15})?\/?$/.exec(pathname)?.[1]
  return moduleId === undefined ? null : { moduleId: Number(moduleId) }
}
