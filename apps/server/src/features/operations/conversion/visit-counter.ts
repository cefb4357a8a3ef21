/**
 * Counts visits of sales pages in memory and appends the sums every few seconds (docs/decisions/figures.md). The server stores no
 * data about a visitor: the browser itself remembers which visits it has sent today. A crash loses the visits of the last seconds.
 */
import { cleanSource } from '@apogee/contracts/operations/source-keys.ts'
import type { VisitStep } from '@apogee/contracts/operations/conversion.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import { appendVisits, type VisitCount } from './conversion.store.ts'
import { mayBeCounted } from './visit-counter.rules.ts'

interface VisitCounterDependencies {
  database: Pick<Database, 'kysely'>
  clock: Clock
  log: Log
  limitsOn: boolean
}

export interface Visit {
  courseId: number
  step: VisitStep
  source: string
}

const appendAfterMs = 10_000
/** The limit on pairs of a course and a source in memory. Further pairs are not counted until the next append. */
const mostPairs = 2_000
const minuteMs = 60_000
/** The limit on visits of one network, such as a school, within a minute. */
const mostOfNetwork = 120
const mostNetworks = 10_000

export class VisitCounter {
  readonly #deps: VisitCounterDependencies
  #counts = new Map<string, VisitCount>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #minute = 0
  readonly #networks = new Map<string, number>()

  constructor(deps: VisitCounterDependencies) {
    this.#deps = deps
  }

  /**
   * Counts a visit. Tests use the result, which says whether the visit counted; callers of the API do not receive it. `address` is
   * the network, as from `networkOf`.
   */
  count(
    { courseId, step, source }: Visit,
    { address, headers }: { address: string; headers: Parameters<typeof mayBeCounted>[0] },
  ): boolean {
    if (!mayBeCounted(headers) || !this.#isWithinLimit(address)) return false
    const day = dayInMalaysia(this.#deps.clock.now())
    const key = cleanSource(source) ?? 'unknown'
    const name = `${courseId} ${day} ${key}`
    let counted = this.#counts.get(name)
    if (!counted) {
      if (this.#counts.size >= mostPairs) return false
      counted = { courseId, day, source: key, visitors: 0, carts: 0 }
      this.#counts.set(name, counted)
    }
    if (step === 'view') counted.visitors += 1
    else counted.carts += 1
    this.#timer ??= setTimeout(() => void this.append(), appendAfterMs).unref()
    return true
  }

  #isWithinLimit(address: string): boolean {
    if (!this.#deps.limitsOn) return true
    const minute = Math.floor(this.#deps.clock.now().getTime() / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#networks.clear()
    }
    const sent = (this.#networks.get(address) ?? 0) + 1
    if (sent > mostOfNetwork || (sent === 1 && this.#networks.size >= mostNetworks)) return false
    this.#networks.set(address, sent)
    return true
  }

  /** Appends the counts. If that fails, they are appended with the next visits, within the limit on pairs. */
  async append(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counts = this.#counts
    if (counts.size === 0) return
    this.#counts = new Map()
    try {
      await appendVisits(this.#deps.database.kysely, [...counts.values()])
    } catch (error) {
      this.#deps.log.warn({ err: error, pairs: counts.size }, 'visits not appended')
      this.#keep(counts)
    }
  }

  #keep(counts: ReadonlyMap<string, VisitCount>): void {
    for (const [name, count] of counts) {
      const since = this.#counts.get(name)
      if (since) {
        since.visitors += count.visitors
        since.carts += count.carts
      } else if (this.#counts.size < mostPairs) this.#counts.set(name, count)
    }
    this.#timer ??= setTimeout(() => void this.append(), appendAfterMs).unref()
  }
}
