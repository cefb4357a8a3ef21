/** Upload limits per person, so that one person's uploads do not delay those of others. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import * as store from './media.store.ts'

export interface UploadLimitDependencies {
  database: Database
  clock: Clock
  limitsOn: boolean
  accounts: Pick<Accounts, 'consumeAttempt' | 'returnAttempt' | 'announcedBytes'>
}

/** The limit on concurrent uploads of one person in one process. The web client uploads one file after the other. */
const mostAtOnce = 4
/** The limit on bytes of one person per hour: 200 videos of the largest size, more than a course contains. */
const mostBytesPerHour = 20 * 1024 ** 3
const hourMs = 3_600_000
const retryAfter = { concurrent: 5, bytes: 900 }

export function createUploadLimits({ database, clock, limitsOn, accounts }: UploadLimitDependencies) {
  const underWay = new Map<number, number>()

  /**
   * Runs the upload within the person's limits. Refuses TOO_MANY_UPLOADS for too many concurrent uploads or too many bytes in an
   * hour, and TOO_MANY_ATTEMPTS for too many files in an hour. Refused files count as well.
   */
  async function withinLimits<T>(userId: number, upload: () => Promise<T>): Promise<T> {
    const now = underWay.get(userId) ?? 0
    if (limitsOn && now >= mostAtOnce) refuse('TOO_MANY_UPLOADS', { retryAfter: retryAfter.concurrent })
    underWay.set(userId, now + 1)
    try {
      await accounts.consumeAttempt('media.upload', String(userId))
      await refuseTooManyBytes(userId)
      return await upload()
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1
      if (left > 0) underWay.set(userId, left)
      else underWay.delete(userId)
    }
  }

  async function refuseTooManyBytes(userId: number): Promise<void> {
    if (!limitsOn) return
    const since = new Date(clock.now().getTime() - hourMs)
    const bytes = await store.bytesOf(database.kysely, userId, since)
    if (bytes >= mostBytesPerHour) refuse('TOO_MANY_UPLOADS', { retryAfter: retryAfter.bytes })
  }

  return withinLimits
}
