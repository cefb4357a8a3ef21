/**
 * Reads open payments until they cannot change any more. It depends neither on callbacks nor on the return of buyers
 * (docs/orders-and-payments.md#looking-without-a-callback).
 */
import type { PaymentId } from '@apogee/domain/ids.ts'
import type { Logger } from 'pino'
import { ProviderError } from '#server/adapters/payments/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { forEachConcurrently } from '#server/platform/resources/for-each-concurrently.ts'
import { Refusal } from '#server/policy/refusal.ts'
import type { Pricing } from '#server/features/pricing/pricing.service.ts'
import {
  canBecome,
  hasEnded,
  isOpen,
  nextReadAt,
  orderStateAfter,
  paymentPageLifetimeMs,
} from '../model/orders.rules.ts'
import { watch, type PaymentPages } from '../checkout/payment-page.ts'
import type { Settlement } from './settlement.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface PaymentSweepDependencies {
  database: Database
  clock: Clock
  log: Logger
  pricing: Pick<Pricing, 'releaseCode'>
  settlement: Settlement
  pages: PaymentPages
}

const batch = 20
const concurrency = 5
const forgottenAtOnce = 100
/** The lease is longer than one read. After the lease another sweeper may read the payment. */
const leaseMs = 60_000
/** The sweeper runs each minute. A payment that must be read earlier has a job of its own. */
const beatMs = 60_000

export class PaymentSweep {
  readonly #deps: PaymentSweepDependencies

  constructor(deps: PaymentSweepDependencies) {
    this.#deps = deps
  }

  /**
   * Reads all due payments. If the provider does not respond at all, the sweep ends and the next run tries again. A failing payment
   * does not delay the others, but the sweep fails in the end. After `stopping` no further read begins, and leased payments are due
   * again when the lease ends.
   */
  async sweep(stopping?: AbortSignal): Promise<void> {
    const broken: unknown[] = []
    await this.#sweepAll(broken, stopping)
    if (!stopping?.aborted) await this.#endForgotten(stopping)
    if (broken.length > 0) throw new AggregateError(broken, `${broken.length} payments could not be handled`)
  }

  async #sweepAll(broken: unknown[], stopping?: AbortSignal): Promise<void> {
    while (!stopping?.aborted) {
      const due = await this.#claim(null)
      if (due.length === 0) return
      const results: ('read' | 'no answer')[] = []
      await forEachConcurrently(due, concurrency, async (next) => {
        if (stopping?.aborted) return
        try {
          results.push(await this.#look(next))
        } catch (error) {
          this.#deps.log.error({ err: error, paymentId: next.id }, 'payment not processed')
          broken.push(error)
        }
      })
      if (!results.includes('read')) return
    }
  }

  /** Reads one payment if it is due. Schedules its next read if that comes before the next run of the sweeper. */
  async watchPayment(paymentId: PaymentId): Promise<void> {
    const [due] = await this.#claim(paymentId)
    if (due) await this.#look(due)
  }

  #claim(only: PaymentId | null): Promise<payments.DueRead[]> {
    const now = this.#deps.clock.now()
    const leaseUntil = new Date(now.getTime() + leaseMs)
    return payments.claimDueReads(this.#deps.database.kysely, { now, leaseUntil, limit: batch, only })
  }

  async #look(due: payments.DueRead): Promise<'read' | 'no answer'> {
    try {
      if (due.providerId === null) return await this.#makeOrExpire(due)
      await this.#deps.settlement.settlePayment(due.paymentAccountId, due.providerId, 'sweeper')
      await this.#comeBack(due.id)
      return 'read'
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#deps.log.warn({ err: error, paymentId: due.id }, 'payment not read')
      await this.#postpone(due.id)
      return error.kind === 'unreachable' ? 'no answer' : 'read'
    }
  }

  /** Handles a payment without a stored purchase. Until its due time, the page is created again. After that the payment expires. */
  async #makeOrExpire(due: payments.DueRead): Promise<'read' | 'no answer'> {
    const payment = await payments.paymentById(this.#deps.database.kysely, due.id)
    if (!payment) return 'read'
    if (payment.dueAt <= this.#deps.clock.now()) {
      await this.#expire(payment)
      return 'read'
    }
    try {
      await this.#deps.pages.openPage(due.orderId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await this.#postpone(due.id)
      return 'no answer'
    }
    return 'read'
  }

  #expire({ id, orderId }: payments.PaymentRow): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      const order = await store.lockOrder(tx, orderId)
      await payments.expireUncreated(tx, id)
      const made = await payments.lockPaymentsOf(tx, orderId)
      const state = orderStateAfter(order.state, made, await store.linesOf(tx, orderId))
      if (state !== order.state) await store.setOrderState(tx, orderId, state)
      if (!isOpen(state)) await store.deleteOpenPurchases(tx, orderId)
      if (hasEnded(state)) await this.#deps.pricing.releaseCode(tx, orderId)
    })
  }

  /**
   * Ends orders that could be paid but for which no payment is expected: the process ended before it created a page, or the bank
   * never answered. A payment that still arrives settles the order.
   */
  async #endForgotten(stopping?: AbortSignal): Promise<void> {
    const before = new Date(this.#deps.clock.now().getTime() - paymentPageLifetimeMs)
    for (const id of await store.abandonedOrders(this.#deps.database.kysely, {
      before,
      limit: forgottenAtOnce,
    })) {
      if (stopping?.aborted) return
      await this.#deps.database.transaction(async (tx) => {
        const order = await store.lockOrder(tx, id)
        // The buyer may have bought again since the orders were selected, so the order is checked again under its lock.
        const [isForgotten] = await store.abandonedOrders(tx, { before, limit: 1, only: id })
        if (isForgotten === undefined || !canBecome(order.state, 'expired')) return
        this.#deps.log.warn({ orderId: id, state: order.state }, 'order without a possible payment ended')
        await store.setOrderState(tx, id, 'expired')
        await store.deleteOpenPurchases(tx, id)
        await this.#deps.pricing.releaseCode(tx, id)
      })
    }
  }

  async #postpone(paymentId: PaymentId): Promise<void> {
    const payment = await payments.paymentById(this.#deps.database.kysely, paymentId)
    if (!payment) return
    const { createdAt: openedAt, dueAt, paidAt } = payment
    const next = nextReadAt({ openedAt, dueAt, paidAt, isGivenBack: false, now: this.#deps.clock.now() })
    await this.#deps.database.transaction(async (tx) => {
      await payments.postponeRead(tx, paymentId, next)
      if (next && next.getTime() - this.#deps.clock.now().getTime() < beatMs) await watch(tx, paymentId, next)
    })
  }

  async #comeBack(paymentId: PaymentId): Promise<void> {
    const next = await payments.nextReadOf(this.#deps.database.kysely, paymentId)
    if (!next || next.getTime() - this.#deps.clock.now().getTime() >= beatMs) return
    await this.#deps.database.transaction((tx) => watch(tx, paymentId, next))
  }
}
