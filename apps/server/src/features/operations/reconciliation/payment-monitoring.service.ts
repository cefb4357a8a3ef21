/** Watches for late, stuck or inconsistent payments. Logs, metrics and superadmins receive the alarms. */
import type { MoneyAlarm } from '@apogee/contracts/notifications/notifications.ts'
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { alarmsIn, alarmLimitsAt, type MoneyState } from './payment-monitoring.rules.ts'
import * as store from './payment-monitoring.store.ts'
import { newestResult } from './reconciliation.store.ts'

/** The figures are cached for this time. The sum of the whole ledger is cached longer, because reading it is slow. */
const stateHoldsMs = 15_000
const ledgerHoldsMs = 5 * 60_000

interface PaymentMonitoringDependencies {
  database: Database
  clock: Clock
  log: Logger
}

export class PaymentMonitoring {
  readonly #deps: PaymentMonitoringDependencies
  readonly #ledger
  readonly state

  constructor(deps: PaymentMonitoringDependencies) {
    this.#deps = deps
    this.#ledger = held(deps.clock, ledgerHoldsMs, () => store.ledgerImbalance(deps.database.kysely))
    this.state = held(deps.clock, stateHoldsMs, this.#readState.bind(this))
  }

  async #readState(): Promise<MoneyState> {
    const [figures, ledgerCents, newest] = await Promise.all([
      store.readMoneyFigures(this.#deps.database.kysely, alarmLimitsAt(this.#deps.clock.now())),
      this.#ledger(),
      newestResult(this.#deps.database.kysely),
    ])
    return {
      ...figures,
      ledgerCents,
      differences: newest?.differences ?? 0,
      reconciledAt: newest?.finishedAt ?? null,
    }
  }

  /** Returns the current alarms for a superadmin, and none for other callers. */
  async alarmsFor({ role }: Pick<Caller, 'role'>): Promise<MoneyAlarm[]> {
    return role === 'superadmin' ? alarmsIn(await this.state(), this.#deps.clock.now()) : []
  }

  /** Logs one line per active alarm. */
  async report(): Promise<void> {
    const now = await this.#readState()
    for (const { what, count } of alarmsIn(now, this.#deps.clock.now())) {
      const line = { alarm: what, count }
      if (what === 'ledger_not_zero') this.#deps.log.error(line, 'ledger does not balance')
      else this.#deps.log.warn(line, 'money alarm raised')
    }
  }
}

/** Caches a result for a period. Concurrent callers share one query, and a failed query is not cached. */
function held<T>(clock: Clock, ms: number, read: () => Promise<T>): () => Promise<T> {
  let until = 0
  let answer: Promise<T> | undefined
  return () => {
    const now = clock.now().getTime()
    if (!answer || now >= until) {
      until = now + ms
      answer = read().catch((error: unknown) => {
        until = 0
        throw error
      })
    }
    return answer
  }
}
