/** Determines for the page `/status` whether each part of the product works, and since when it is disrupted. */
import type { PaymentProvider } from '#server/adapters/payments/port.ts'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { withTimeLimit } from '#server/platform/time-limit.ts'
import { moneyClass } from '../jobs.ts'
import { hasLateMoneyJobs } from './money-alarms.ts'

export const statusParts = ['pages', 'buying', 'studying', 'mail'] as const
export type StatusPart = (typeof statusParts)[number]

export interface PartStatus {
  isWorking: boolean
  /** The present disruption began, or the last one ended, at this time. Null means that there was no disruption. */
  since: Date | null
}

export type ServiceStatus = Readonly<Record<StatusPart, PartStatus>>

/** Each check must end within this time. */
const checkMs = 2_000
/** Visitors see the same observation for this time. */
const holdsMs = 15_000
/** Observations also run without visitors, so that the start of a disruption is known. */
const observeEveryMs = 30_000
/**
 * A failure of the provider is shown only after it has lasted this long. It is no longer shown if no request has failed recently.
 */
const providerFailsAfterMs = 60_000
const providerForgottenAfterMs = 10 * 60_000
const mailLateAfterMs = 30 * 60_000

interface StatusDependencies {
  dependencies: {
    database: Pick<Database, 'probe'>
    storage: Pick<FileStorage, 'isWritable'>
    payments: Pick<PaymentProvider, 'record'>
    log: Log
  }
  jobs: Pick<Jobs, 'health'>
  /** Returns the number of processes that run jobs of this database. */
  countWorkers: () => Promise<number>
  /** Tests pass a clock of their own. */
  now?: () => Date
}

/**
 * Returns when the part's disruption began, or null while the part works. If a check fails or is late, the disruption begins at the
 * current time.
 */
type Check = () => Promise<Date | null>

export class StatusWatch {
  readonly #checks: Readonly<Record<StatusPart, Check>>
  readonly #now: () => Date
  readonly #log: Log
  #parts: Record<StatusPart, PartStatus> = {
    pages: { isWorking: true, since: null },
    buying: { isWorking: true, since: null },
    studying: { isWorking: true, since: null },
    mail: { isWorking: true, since: null },
  }
  #observed: Promise<void> | undefined
  #observedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor({ now = () => new Date(), ...needs }: StatusDependencies) {
    this.#checks = checksOf({ ...needs, now })
    this.#now = now
    this.#log = needs.dependencies.log
  }

  start(): void {
    this.#timer = setInterval(() => void this.read(), observeEveryMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /**
   * Returns a status that is at most 15 s old. The object stays the same until the next observation. Never throws, and takes at
   * most about 2 s.
   */
  async read(): Promise<ServiceStatus> {
    const at = this.#now().getTime()
    if (!this.#observed || Math.abs(at - this.#observedAt) >= holdsMs) {
      this.#observedAt = at
      this.#observed = this.#observe()
    }
    await this.#observed
    return this.#parts
  }

  async #observe(): Promise<void> {
    const found = await Promise.all(
      statusParts.map(async (part) => [part, await this.#stateOf(part)] as const),
    )
    this.#parts = { ...this.#parts, ...Object.fromEntries(found) }
  }

  async #stateOf(part: StatusPart): Promise<PartStatus> {
    const before = this.#parts[part]
    const disruptedSince = await this.#checks[part]().catch((err: unknown) => {
      this.#log.debug({ err, part }, 'status check failed')
      return this.#now()
    })
    if (disruptedSince === null) return before.isWorking ? before : { isWorking: true, since: this.#now() }
    // The start of a disruption stays that of the first observation. A later observation may find another start, because the oldest
    // job of a queue may be done while others wait.
    return before.isWorking ? { isWorking: false, since: disruptedSince } : before
  }
}

function checksOf({
  dependencies: { database, storage, payments },
  jobs,
  countWorkers,
  now,
}: Required<StatusDependencies>): Record<StatusPart, Check> {
  const probe = withTimeLimit(checkMs, () => database.probe())
  const health = withTimeLimit(checkMs, () => jobs.health())
  const workers = withTimeLimit(checkMs, countWorkers)
  const isWritable = withTimeLimit(checkMs, () => storage.isWritable())
  const before = (ms: number) => new Date(now().getTime() - ms)

  async function lateMoney(): Promise<Date | null> {
    const [number, state] = await Promise.all([workers(), health()])
    if (hasLateMoneyJobs(state)) return before((state.classes.get(moneyClass)?.oldestDueSeconds ?? 0) * 1000)
    return number === 0 ? now() : null
  }
  function failingProvider(): Date | null {
    const { failingSince, failedAt } = payments.record()
    const isFailing =
      failingSince !== null &&
      failedAt !== null &&
      failingSince < before(providerFailsAfterMs) &&
      failedAt > before(providerForgottenAfterMs)
    return isFailing ? failingSince : null
  }
  return {
    async pages() {
      await probe()
      return null
    },
    buying: async () => failingProvider() ?? (await lateMoney()),
    async studying() {
      await probe()
      return (await isWritable()) ? null : now()
    },
    async mail() {
      const [number, state] = await Promise.all([workers(), health()])
      const waitsMs = (state.classes.get('mail')?.oldestOpenSeconds ?? 0) * 1000
      if (waitsMs > mailLateAfterMs) return before(waitsMs)
      return number === 0 ? now() : null
    },
  }
}
