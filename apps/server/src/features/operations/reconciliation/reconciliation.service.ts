/**
 * Compares the provider, orders, enrolments, the ledger and receipts, every night and on demand. Each step is committed on its own,
 * so that a run continues after a crash. A run applies snapshots of the provider and posts settled sales that the ledger lacks. It
 * changes nothing else.
 */
import {
  reconciliationStages,
  type ReconciliationDifference,
  type ReconciliationRun,
} from '@apogee/contracts/operations/reconciliation.ts'
import type { Logger } from 'pino'
import { ProviderError, type PaymentProvider } from '#server/adapters/payments/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Sales } from '#server/features/sales/sales.service.ts'
import * as comparisons from './comparisons.store.ts'
import { lastNight, providerDifference, stageAfter, type Difference } from './reconciliation.rules.ts'
import * as store from './reconciliation.store.ts'

export interface ReconciliationDependencies {
  database: Database
  clock: Clock
  log: Logger
  payments: PaymentProvider
  businesses: Pick<Businesses, 'providerAccount'>
  sales: Pick<Sales, 'settlement' | 'unbooked'>
}

export const stepTask = 'reconciliation.step'

/** The number of days whose payments are read from the provider. Cards can be charged back for about that long. */
const providerDays = 120
const dayMs = 24 * 60 * 60_000
const paymentsAtOnce = 5
const paymentsInStep = 20
const rowsInStep = 2_000
/** The lease is longer than any step. */
const leaseMs = 5 * 60_000
/** A job runs steps for this time, then enqueues the next job. */
const sliceMs = 20_000
const retainedRuns = 100

interface ComparedStep {
  found: store.FoundDifference[]
  compared: number
  unread: number
  /** The id after which the next step begins. Null means that the stage is done. */
  nextAfter: number | null
}

export class Reconciliation {
  readonly #deps: ReconciliationDependencies

  constructor(deps: ReconciliationDependencies) {
    this.#deps = deps
  }

  async #begin(startedBy: number | null): Promise<{ id: number }> {
    return this.#deps.database.transaction(async (tx) => {
      const id = await store.startRun(tx, { startedBy, at: this.#deps.clock.now() })
      if (id === undefined) {
        const running = await store.unfinishedRun(tx)
        // The other run ended between the two statements, so the caller can start a run with another call.
        return running === undefined ? refuse('UNAVAILABLE') : { id: running }
      }
      await this.#goOn(tx, id)
      return { id }
    })
  }

  readonly start = (caller: Caller): Promise<{ id: number }> => this.#begin(caller.userId)

  /** Runs a whole comparison, or the rest of an interrupted one, in this process and without jobs. */
  async compareNow(signal?: AbortSignal): Promise<{ id: number; differences: number; unread: number }> {
    const { id } = await this.#begin(null)
    const { kysely } = this.#deps.database
    // A lease in a restored database belongs to a process that no longer exists.
    await store.releaseRun(kysely, id)
    while ((await store.unfinishedRun(kysely)) === id) {
      signal?.throwIfAborted()
      await this.step(id, signal)
    }
    return { id, ...(await store.resultOf(kysely, id)) }
  }

  readonly #goOn = (tx: Tx, id: number): Promise<unknown> =>
    enqueue(tx, stepTask, { runId: id }, { jobKey: `${stepTask}:${id}` })

  /** Runs each hour as a job. Resumes an abandoned run, and starts a run once each night. */
  async keep(): Promise<void> {
    const unfinished = await store.unfinishedRun(this.#deps.database.kysely)
    if (unfinished !== undefined) {
      await this.#deps.database.transaction((tx) => this.#goOn(tx, unfinished))
      return
    }
    const nightly = await store.lastNightly(this.#deps.database.kysely)
    if (nightly && nightly >= lastNight(this.#deps.clock.now())) return
    await this.#begin(null)
    await store.dropOldRuns(this.#deps.database.kysely, retainedRuns)
  }

  /** Runs as many steps as the time of one job allows. After `stopping`, another process continues. */
  async step(runId: number, stopping?: AbortSignal): Promise<void> {
    const sliceEnds = Date.now() + sliceMs
    const claim = () => {
      const now = this.#deps.clock.now()
      return store.claimRun(this.#deps.database.kysely, runId, {
        now,
        leaseUntil: new Date(now.getTime() + leaseMs),
      })
    }
    let run = await claim()
    try {
      while (run && Date.now() < sliceEnds && !stopping?.aborted) run = await this.#takeStep(run, stopping)
    } catch (error) {
      await store.releaseRun(this.#deps.database.kysely, runId)
      throw error
    }
    if (!run) return
    await store.releaseRun(this.#deps.database.kysely, runId)
    await this.#deps.database.transaction((tx) => this.#goOn(tx, runId))
  }

  async #takeStep(
    run: store.ClaimedRun,
    stopping: AbortSignal | undefined,
  ): Promise<store.ClaimedRun | undefined> {
    const { id, stage, afterId } = run
    const read = stage === 'provider' ? await this.#readProvider(afterId, stopping) : null
    if (stage === 'orders') await this.#bookMissing(afterId)
    return this.#deps.database.transaction(async (tx) => {
      const done = read ?? (await this.#compare(tx, run))
      await store.insertDifferences(tx, id, done.found, this.#deps.clock.now())
      const following = done.nextAfter === null ? stageAfter(stage) : stage
      const next = { stage: following ?? stage, afterId: done.nextAfter ?? 0 }
      const leaseUntil = new Date(this.#deps.clock.now().getTime() + leaseMs)
      await store.saveStep(tx, id, { stage, compared: done.compared, unread: done.unread, next }, leaseUntil)
      if (following !== null) return { id, ...next }
      await store.finishRun(tx, id, this.#deps.clock.now())
      return undefined
    })
  }

  async #compare(tx: Tx, { stage, afterId }: store.ClaimedRun): Promise<ComparedStep> {
    if (stage === 'books') {
      const found = await comparisons.compareBooks(tx)
      return { found, compared: comparisons.booksCompared, unread: 0, nextAfter: null }
    }
    const table = stage === 'orders' ? 'orders' : 'enrolments'
    const window = await comparisons.windowOf(tx, table, afterId, rowsInStep)
    if (!window) return { found: [], compared: 0, unread: 0, nextAfter: null }
    const differing = table === 'orders' ? comparisons.compareOrders : comparisons.compareEnrolments
    const found = await differing(tx, afterId, window.to)
    return { found, compared: window.rows, unread: 0, nextAfter: window.to }
  }

  /** Posts settled sales that the ledger lacks. A sale that cannot be posted remains as a difference. */
  async #bookMissing(after: number): Promise<void> {
    const window = await comparisons.windowOf(this.#deps.database.kysely, 'orders', after, rowsInStep)
    if (window) await this.#deps.sales.unbooked.book({ after, to: window.to })
  }

  /**
   * Compares payments with the provider. After `stopping` no further payment is read, and the next step begins with the first
   * payment that was not read.
   */
  async #readProvider(after: number, stopping: AbortSignal | undefined): Promise<ComparedStep> {
    const since = new Date(this.#deps.clock.now().getTime() - providerDays * dayMs)
    const due = await comparisons.paymentsToCompare(this.#deps.database.kysely, {
      after,
      since,
      limit: paymentsInStep,
    })
    const waiting = [...due]
    const found: store.FoundDifference[] = []
    let unread = 0
    const work = async () => {
      while (!stopping?.aborted) {
        const next = waiting.shift()
        if (!next) return
        const notifications = await this.#lookAt(next)
        if (notifications === 'no answer') unread += 1
        else if (notifications) {
          const { id, orderId, sellerId } = next
          found.push({ ...notifications, subject: `payment ${id}`, orderId, sellerId })
        }
      }
    }
    await Promise.all(Array.from({ length: paymentsAtOnce }, work))
    const asked = due.slice(0, due.length - waiting.length)
    const isOver = due.length === 0
    return {
      found,
      compared: asked.length - unread,
      unread,
      nextAfter: isOver ? null : (asked.at(-1)?.id ?? after),
    }
  }

  /**
   * Compares a payment with the provider. On disagreement, first records the new facts like any snapshot. A disagreement that
   * remains is a difference.
   */
  async #lookAt(payment: comparisons.PaymentToCompare): Promise<Difference | 'no answer' | null> {
    const { id, paymentAccountId, providerId } = payment
    try {
      const account = await this.#deps.businesses.providerAccount(paymentAccountId)
      if (!account) throw new Error(`payment account ${paymentAccountId} does not exist`)
      const purchase = await this.#deps.payments.readPurchase(account, providerId)
      if (!providerDifference(payment, purchase)) return null
      await this.#deps.sales.settlement.settlePayment(paymentAccountId, providerId, 'reconciliation')
      const now = await comparisons.paymentToCompare(this.#deps.database.kysely, id)
      return now ? providerDifference(now, purchase) : null
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind === 'not_found') {
        return { kind: 'provider_unknown', expectedCents: null, foundCents: payment.receivedCents }
      }
      this.#deps.log.warn({ err: error, paymentId: id }, 'payment not compared with the provider')
      return 'no answer'
    }
  }

  async listRuns(page: PageRequest): Promise<Page<ReconciliationRun>> {
    const { rows, total } = await store.runsOf(this.#deps.database.kysely, page)
    const { data, meta } = pageOf(rows, { exact: total }, page)
    return { data: data.map(presentRun), meta }
  }

  async listDifferences(runId: number, page: PageRequest): Promise<Page<ReconciliationDifference>> {
    if (!(await store.runExists(this.#deps.database.kysely, runId))) refuse('RECONCILIATION_NOT_FOUND')
    const { rows, total } = await store.differencesOf(this.#deps.database.kysely, runId, page)
    const { data, meta } = pageOf(rows, { exact: total }, page)
    return { data: data.map((row) => ({ ...row, foundAt: row.foundAt.toISOString() })), meta }
  }
}

function presentRun(run: store.RunRow): ReconciliationRun {
  const { id, startedBy, startedAt, finishedAt, stage, compared, unread, differences } = run
  const counts = Object.fromEntries(reconciliationStages.map((one) => [one, compared[one] ?? 0]))
  return {
    id,
    startedBy,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    stage: finishedAt ? null : stage,
    compared: counts as ReconciliationRun['compared'],
    unread,
    differences,
  }
}
