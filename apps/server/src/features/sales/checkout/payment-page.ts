/**
 * An order's payment page at the provider. The page is created once, reused while it is valid, and renewed after it has expired
 * (docs/orders-and-payments.md#payment-pages).
 */
import type { OrderId, PaymentId } from '@apogee/domain/ids.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ProviderError, type PaymentProvider, type ProviderPurchase } from '#server/adapters/payments/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { refuse } from '#server/policy/refusal.ts'
import {
  createPurchaseLeaseMs,
  isOpen,
  nextReadAt,
  paymentPageLifetimeMs,
  pageMarginMs,
} from '../model/orders.rules.ts'
import { cancelTask, type Settlement } from '../settlement/settlement.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface PageDependencies {
  database: Database
  payments: PaymentProvider
  clock: Clock
  log: Logger
  acceptTestPayments: boolean
  /** Returns the origin for the provider's callbacks, and null when the provider cannot reach this server. */
  callbackOrigin: () => string | null
  settlement: Settlement
}

/** `closed` means that the order ended meanwhile, so that the caller must read the order again. */
export type Page = { kind: 'open'; url: string } | { kind: 'closed' }

export const watchTask = 'payments.watch'

type Claim =
  | Page
  | { kind: 'busy' }
  | { kind: 'ask'; order: store.OrderRow; payment: payments.PaymentRow; before: payments.PaymentRow[] }

/** The pause between two looks for the page that another process is creating. */
const busyPauseMs = 150
/** The longest wait for another process. It is longer than that process's lease, because the process may have ended. */
const longestBusyMs = createPurchaseLeaseMs + 1_000

export class PaymentPages {
  readonly #deps: PageDependencies
  readonly #wait
  readonly #opening = new Map<OrderId, Promise<Page>>()

  constructor(deps: PageDependencies, wait: (ms: number) => Promise<void> = pause) {
    this.#deps = deps
    this.#wait = wait
  }

  /** Opens the order's page. Concurrent callers share one result. Refuses if the provider returns no page. */
  openPage(orderId: OrderId): Promise<Page> {
    const running = this.#opening.get(orderId)
    if (running) return running
    const started = this.#open(orderId).finally(() => this.#opening.delete(orderId))
    this.#opening.set(orderId, started)
    return started
  }

  async #open(orderId: OrderId): Promise<Page> {
    for (let waitedMs = 0; waitedMs < longestBusyMs; waitedMs += busyPauseMs) {
      const claim = await this.#claimPage(orderId)
      if (claim.kind === 'ask') return this.#ask(claim)
      if (claim.kind !== 'busy') return claim
      await this.#wait(busyPauseMs)
    }
    return refuse('PAYMENT_PROVIDER_UNAVAILABLE')
  }

  /** Decides under the order's lock which process requests the page from the provider. Only one process does so at a time. */
  #claimPage(orderId: OrderId): Promise<Claim> {
    return this.#deps.database.transaction(async (tx) => {
      const now = this.#deps.clock.now()
      const order = await store.lockOrder(tx, orderId)
      if (!isOpen(order.state)) return { kind: 'closed' }
      const made = await payments.lockPaymentsOf(tx, orderId)
      const newest = made.at(-1)
      const isUnmade = newest !== undefined && newest.providerId === null
      if (isUnmade && newest.askingUntil && newest.askingUntil > now) return { kind: 'busy' }
      if (newest?.checkoutUrl && newest.dueAt.getTime() - pageMarginMs > now.getTime()) {
        return { kind: 'open', url: newest.checkoutUrl }
      }
      if (order.paymentAccountId === null) throw new Error(`order ${orderId} has nobody to pay`)
      const dueAt = new Date(now.getTime() + paymentPageLifetimeMs)
      const askingUntil = new Date(now.getTime() + createPurchaseLeaseMs)
      const asking = { askingUntil, dueAt, nextReadAt: askingUntil }
      if (isUnmade) {
        await payments.startCreating(tx, newest.id, asking)
        return { kind: 'ask', order, payment: { ...newest, ...asking }, before: made.slice(0, -1) }
      }
      const payment = await payments.insertPayment(tx, {
        orderId,
        paymentAccountId: order.paymentAccountId,
        providerId: null,
        isTest: null,
        createdAt: now,
        ...asking,
      })
      return { kind: 'ask', order, payment, before: made }
    })
  }

  async #ask({ order, payment, before }: Claim & { kind: 'ask' }): Promise<Page> {
    try {
      const earlier = await this.#earlierPage(before)
      if (earlier) {
        await payments.stopCreating(this.#deps.database.kysely, payment.id)
        return earlier
      }
      const purchase = await this.#createPurchase(order, payment)
      return await this.#keepPage(order.id, payment.id, purchase)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await payments.stopCreating(this.#deps.database.kysely, payment.id)
      this.#deps.log.warn(
        { err: error, orderId: order.id, paymentId: payment.id },
        'payment page not created',
      )
      return refuse('PAYMENT_PROVIDER_UNAVAILABLE')
    }
  }

  /**
   * Reads the purchase of an expired earlier page, which may have been paid in its last second or be pending at the bank. Null
   * means that a new page can be created.
   */
  async #earlierPage(before: readonly payments.PaymentRow[]): Promise<Page | null> {
    const last = before.findLast(({ providerId }) => providerId !== null)
    if (!last?.providerId) return null
    // The earlier page can still be paid in its last minute, so it is closed before a new page is created.
    const recorded =
      last.dueAt > this.#deps.clock.now()
        ? await this.#deps.settlement.cancelPayment(last.id)
        : await this.#deps.settlement.settlePayment(last.paymentAccountId, last.providerId, 'order')
    if (recorded.kind === 'unknown') return null
    if (recorded.orderState === 'pending' && last.checkoutUrl) return { kind: 'open', url: last.checkoutUrl }
    return isOpen(recorded.orderState) ? null : { kind: 'closed' }
  }

  async #createPurchase(order: store.OrderRow, payment: payments.PaymentRow): Promise<ProviderPurchase> {
    const account = await this.#deps.settlement.accountOf(payment.paymentAccountId)
    const { email, name } = await store.payerOf(this.#deps.database.kysely, order.buyerId)
    const lines = await store.linesOf(this.#deps.database.kysely, order.id)
    const callbackOrigin = this.#deps.callbackOrigin()
    const back = (page: 'success' | 'failure') =>
      `${order.origin}/checkout/${page}?purchase_id=${order.publicId}`
    const purchase = await this.#deps.payments.createPurchase(account, {
      reference: order.publicId,
      lines: lines.map(({ title, priceCents }) => ({ name: title, amountCents: priceCents })),
      totalCents: order.totalCents,
      currency: 'MYR',
      payer: { email, ...(name === null ? {} : { fullName: name }), ...order.customer },
      successUrl: back('success'),
      failureUrl: back('failure'),
      cancelUrl: back('failure'),
      callbackUrl: callbackOrigin && `${callbackOrigin}/api/payments/callback/${account.id}`,
      dueAt: payment.dueAt,
      language: order.language,
    })
    if (purchase.isTest && !this.#deps.acceptTestPayments) {
      throw new ProviderError('unexpected', 'A test key cannot take real payments', { codes: ['test_mode'] })
    }
    return purchase
  }

  /**
   * Stores the page of a payment. A callback may have arrived before the response to the creation, so that the payment may have
   * this purchase already.
   */
  #keepPage(orderId: OrderId, paymentId: PaymentId, purchase: ProviderPurchase): Promise<Page> {
    return this.#deps.database.transaction(async (tx) => {
      const now = this.#deps.clock.now()
      const order = await store.lockOrder(tx, orderId)
      const made = await payments.lockPaymentsOf(tx, orderId)
      const asked = made.find(({ id }) => id === paymentId)
      if (!asked) throw new Error(`payment ${paymentId} is gone`)
      const known = made.find(({ providerId }) => providerId === purchase.id)
      const payment =
        known ??
        (asked.providerId === null
          ? asked
          : // A purchase whose response was lost was paid and is linked to this payment.
            await payments.insertPayment(tx, {
              ...asked,
              providerId: purchase.id,
              isTest: purchase.isTest,
              askingUntil: null,
              nextReadAt: now,
            }))
      const { createdAt: openedAt, dueAt, paidAt } = payment
      const nextRead = nextReadAt({ openedAt, dueAt, paidAt, isGivenBack: false, now })
      await payments.bindPurchase(tx, payment.id, {
        providerId: purchase.id,
        checkoutUrl: purchase.checkoutUrl,
        isTest: purchase.isTest,
        nextReadAt: nextRead,
      })
      if (!isOpen(order.state)) {
        await enqueue(
          tx,
          cancelTask,
          { paymentId: payment.id },
          { jobKey: `${cancelTask}:${payment.id}`, priority: 'last' },
        )
        return { kind: 'closed' }
      }
      await watch(tx, payment.id, nextRead)
      return { kind: 'open', url: purchase.checkoutUrl }
    })
  }
}

/** Schedules the next read of a new payment earlier than the sweeper, which runs once a minute. */
export async function watch(
  tx: Parameters<typeof enqueue>[0],
  paymentId: PaymentId,
  at: Date | null,
): Promise<void> {
  if (at) await enqueue(tx, watchTask, { paymentId }, { runAt: at, jobKey: `${watchTask}:${paymentId}` })
}
