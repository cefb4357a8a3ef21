/**
 * Stores the open attempts of one account offline (docs/decisions/offline-study.md): a cache for each assessment, written by
 * keep-attempt.ts and read by open-kept-course.ts and the service worker. Its name has the prefix of offline courses, so that the
 * same events delete it; it contains no course facts.
 */
import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { keptDays, keptPrefix } from './kept-course.ts'

/** These URLs name the cache entries that are not files of the site. */
export const keptAttemptAnswer = '/kept/attempt'
export const keptAttemptPage = '/kept/attempt-page'

export const attemptCacheOf = (userId: number, assessmentId: number): string =>
  `${keptPrefix}${userId}-attempt-${assessmentId}`

export interface KeptAttempt {
  /** `user` and `tokenDigest` have the same meaning as in `KeptFacts`. */
  user: CurrentUser
  tokenDigest: string
  assessment: Assessment
  attempt: Attempt
  /** The server sent this attempt last at this time, in ms since 1970. */
  checkedAt: number
}

const dayMs = 86_400_000

/** Returns false from a day after the deadline, when it is too late to submit. */
export const isAttemptFresh = ({ checkedAt, attempt }: KeptAttempt, now: number): boolean =>
  now - checkedAt < keptDays * dayMs &&
  checkedAt - now < dayMs &&
  (attempt.deadline === null || now - Date.parse(attempt.deadline) < dayMs)

export interface FoundAttempt {
  cache: string
  kept: KeptAttempt
}

export async function keptAttempts(): Promise<FoundAttempt[]> {
  const found: FoundAttempt[] = []
  for (const cache of await caches.keys()) {
    if (!cache.startsWith(keptPrefix) || !cache.includes('-attempt-')) continue
    // oxlint-disable-next-line no-await-in-loop -- there are few
    const answer = await (await caches.open(cache)).match(keptAttemptAnswer)
    // oxlint-disable-next-line no-await-in-loop -- see above
    if (answer) found.push({ cache, kept: (await answer.json()) as KeptAttempt })
  }
  return found
}

export async function deleteKeptAttempts(isOver: (kept: KeptAttempt) => boolean): Promise<void> {
  const over = (await keptAttempts()).filter(({ kept }) => isOver(kept))
  await Promise.all(over.map(({ cache }) => caches.delete(cache)))
}

/** Returns the id of the assessment in the URL of its page. */
export function assessmentIn(pathname: string): number | null {
  const id = /^\/assessment\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  return id === undefined ? null : Number(id)
}
