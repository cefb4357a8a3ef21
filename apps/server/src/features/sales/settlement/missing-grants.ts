/**
 * Gives access that a settled line promised but that an older release did not give, because it did not know ends of access or
 * cohorts: the end and the cohort of an enrolment that the line opened, or the extension of existing access
 * (docs/decisions/access-periods.md).
 */
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import { lockAccess, lockOrder, setLine } from '../model/orders.store.ts'
import { missingGrants, type MissingGrant } from './missing-grants.store.ts'

interface MissingGrantsDependencies {
  database: Database
  clock: Clock
  log: Logger
  enrolments: Enrolments
}

const mostAtOnce = 500
/** The job scans orders of this period, like the job that posts missing sales. */
const recentMs = 8 * 24 * 60 * 60_000

export class MissingGrants {
  readonly #deps: MissingGrantsDependencies

  constructor(deps: MissingGrantsDependencies) {
    this.#deps = deps
  }

  readonly #since = () => new Date(this.#deps.clock.now().getTime() - recentMs)

  /**
   * Gives missing access, as a job. Idempotent, because each line stores the period that it has given. @throws after all lines were
   * tried, if one failed.
   */
  async giveRecent(signal?: AbortSignal): Promise<void> {
    const { database, log } = this.#deps
    const failed: unknown[] = []
    for (const line of await missingGrants(database.kysely, { since: this.#since() }, mostAtOnce)) {
      if (signal?.aborted) break
      const { orderId, lineId } = line
      try {
        await this.#give(line)
        log.warn({ orderId, lineId }, 'access of a settled line given afterwards')
      } catch (error) {
        log.error({ err: error, orderId, lineId }, 'access of a settled line not given')
        failed.push(error)
      }
    }
    if (failed.length > 0)
      throw new AggregateError(failed, `access of ${failed.length} lines could not be given`)
  }

  #give({ orderId, lineId }: MissingGrant): Promise<void> {
    const { database, enrolments } = this.#deps
    return database.transaction(async (tx) => {
      await lockOrder(tx, orderId)
      await lockAccess(tx, lineId)
      const [line] = await missingGrants(tx, { since: this.#since(), lineId }, 1)
      if (!line) return
      const { buyerId: userId, courseId, access, cohortId, hasOpened } = line
      const place = { userId, courseId, cohortId, source: 'purchase', extending: 'always' } as const
      if (hasOpened) await enrolments.endAsPromised(tx, place, access)
      else await enrolments.grant(tx, { ...place, access })
      const given = await enrolments.lastPeriod(tx, place)
      const period = given && { ...given, isExtension: !hasOpened }
      await setLine(tx, lineId, { status: 'granted', gaveAccess: true, period })
    })
  }
}
