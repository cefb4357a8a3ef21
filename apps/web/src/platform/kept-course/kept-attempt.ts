/**
 * The open attempts that this browser keeps for one account (docs/decisions/offline-study.md): a cache for each assessment, written by
 * keep-attempt.ts and read by open-kept-course.ts and the service worker. Its name begins as those of kept courses do, so that the
 * same moments delete it; it has no facts of a course.
 */
import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { keptDays, keptPrefix } from './kept-course.ts'

/** Addresses of the entries that are no file of the site. */
export const keptAttemptAnswer = '/kept/attempt'
export const keptAttemptPage = '/kept/attempt-page'

export const attemptCacheOf = (userId: number, assessmentId: number): string =>
  `${keptPrefix}${userId}-attempt-${assessmentId}`

export interface KeptAttempt {
  /** As of a course. */
  user: CurrentUser
  tokenDigest: string
  assessment: Assessment
  attempt: Attempt
  /** When the server last answered with this attempt, in ms since 1970. */
  checkedAt: number
}

const dayMs = 86_400_000

/** The server is asked within a day after the deadline, or it is too late to hand anything in. */
export const isAttemptFresh = ({ checkedAt, attempt }: KeptAttempt, now: number): boolean =>
  now - checkedAt < keptDays * dayMs && checkedAt - now < dayMs && now - Date.parse(attempt.deadline) < dayMs

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

/** The assessment that an address of its page names. */
export function assessmentIn(pathname: string): number | null {
  const id = /^\/assessment\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  return id === undefined ? null : Number(id)
}
