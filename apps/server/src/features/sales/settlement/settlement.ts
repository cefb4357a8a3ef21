/** Applies the provider's state of a purchase to its order. Callbacks, checks and the sweeper all use this code. */
import type { Terms } from '@apogee/contracts/sales/offers.ts'
import type { OrderId, PaymentId } from '@apogee/domain/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import {
  isPaidState,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderPurchase,
} from '#server/adapters/payments/port.ts'
import { emitFor } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Pricing } from '#server/features/pricing/pricing.service.ts'
import {
  canBecome,
  isOpen,
  isSettled,
  judgePayment,
  longestPauseMs,
  nextReadAt,
  orderStateAfter,
  storedStateOf,
  refundSeen,
  replaces,
  type OrderState,
  type Outcome,
  type HoldReason,
  type StateSnapshot,
} from '../model/orders.rules.ts'
import { RefundReconciliation } from '../refunds/refund-reconciliation.ts'
import { openPaymentException } from '../exceptions/payment-exceptions.store.ts'
import { OrderBookkeeping } from '../model/order-bookkeeping.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface SettlementDependencies {
  database: Database
  payments: PaymentProvider
  clock: Clock
  log: Logger
  /** False means that purchases by a test key never settle an order. */
  acceptTestPayments: boolean
  businesses: Businesses
  enrolments: Enrolments
  accounting: Accounting
  pricing: Pick<Pricing, 'markCodeUsed' | 'releaseCode'>
}

/**
 * 'unknown' means that nothing was recorded: no order at this payment account has the purchase, the payment has no purchase yet, or
 * an unpaid purchase is known only by its reference.
 */
export type Recorded =
  | { kind: 'unknown' }
  /** `isRefundPending` means that the provider has started a refund and not finished it. */
  | { kind: 'recorded'; orderId: OrderId; orderState: OrderState; isRefundPending: boolean }

export const cancelTask = 'payments.cancel-purchase'

export class Settlement {
  readonly #deps: SettlementDependencies
  readonly #bookkeeping
  readonly refundReconciliation

  constructor(deps: SettlementDependencies) {
    this.#deps = deps
    this.#bookkeeping = new OrderBookkeeping(deps)
    this.refundReconciliation = new RefundReconciliation({ ...deps, bookkeeping: this.#bookkeeping })
  }

  async accountOf(accountId: number): Promise<ProviderAccount> {
    const account = await this.#deps.businesses.providerAccount(accountId)
    if (!account) throw new Error(`payment account ${accountId} does not exist`)
    return account
  }

  /**
   * Reads the purchase at the provider and applies it. Idempotent and safe to run concurrently. Throws `ProviderError` if the
   * provider cannot be read.
   */
  async settlePayment(
    accountId: number,
    providerId: string,
    broughtBy: payments.SnapshotSource = 'check',
  ): Promise<Recorded> {
    const account = await this.accountOf(accountId)
    return this.applySnapshot(account, await this.#deps.payments.readPurchase(account, providerId), broughtBy)
  }

  /**
   * Closes the purchase of a cancelled order at the provider, so that it cannot be paid. If it was paid before, it is settled
   * instead.
   */
  async cancelPayment(paymentId: PaymentId): Promise<Recorded> {
    const payment = await payments.paymentById(this.#deps.database.kysely, paymentId)
    if (!payment?.providerId) return { kind: 'unknown' }
    const account = await this.accountOf(payment.paymentAccountId)
    const { purchase } = await this.#deps.payments.cancelPurchase(account, payment.providerId)
    return this.applySnapshot(account, purchase, 'order')
  }

  /** Applies a snapshot of a purchase in one transaction, under the order's lock. */
  applySnapshot(
    account: ProviderAccount,
    purchase: ProviderPurchase,
    broughtBy: payments.SnapshotSource,
  ): Promise<Recorded> {
    return this.#deps.database.transaction(async (tx) => {
      const order = await store.lockOrderOfPurchase(tx, {
        accountId: account.id,
        providerId: purchase.id,
        reference: purchase.reference,
      })
      if (!order) return { kind: 'unknown' }
      const all = await payments.lockPaymentsOf(tx, order.id)
      const payment = await this.#paymentFor(tx, order, all, account, purchase)
      if (!payment) return { kind: 'unknown' }
      const orderState = await this.#apply(tx, order, all, payment, account, purchase, broughtBy)
      const isRefundPending = purchase.state === 'refunding'
      return { kind: 'recorded', orderId: order.id, orderState, isRefundPending }
    })
  }

  /**
   * Returns the payment of this purchase. A purchase may be known only by its reference to the order, because its id is not stored
   * yet or the response was lost. Such a purchase is ignored until it is paid.
   */
  async #paymentFor(
    tx: Tx,
    order: store.OrderRow,
    all: payments.PaymentRow[],
    account: ProviderAccount,
    purchase: ProviderPurchase,
  ): Promise<payments.PaymentRow | undefined> {
    const known = all.find(
      ({ providerId, paymentAccountId }) => providerId === purchase.id && paymentAccountId === account.id,
    )
    if (known) return known
    if (!isPaidState(purchase.state)) return undefined
    const now = this.#deps.clock.now()
    const unbound = all.findLast(({ providerId }) => providerId === null)
    if (!unbound) {
      const payment = await payments.insertPayment(tx, {
        orderId: order.id,
        paymentAccountId: account.id,
        providerId: purchase.id,
        isTest: purchase.isTest,
        dueAt: now,
        createdAt: now,
        askingUntil: null,
        nextReadAt: now,
      })
      all.push(payment)
      return payment
    }
    await payments.bindPurchase(tx, unbound.id, {
      providerId: purchase.id,
      checkoutUrl: null,
      isTest: purchase.isTest,
      nextReadAt: now,
    })
    unbound.providerId = purchase.id
    return unbound
  }

  async #apply(
    tx: Tx,
    order: store.OrderRow,
    all: payments.PaymentRow[],
    payment: payments.PaymentRow,
    account: ProviderAccount,
    providerPurchase: ProviderPurchase,
    broughtBy: payments.SnapshotSource,
  ): Promise<OrderState> {
    const now = this.#deps.clock.now()
    const purchase = withAppliedAmount(payment, providerPurchase)
    if (!purchase) {
      this.#deps.log.warn(
        { orderId: order.id, paymentId: payment.id },
        'provider reports another amount than received',
      )
      await payments.recordReadTime(tx, payment.id, now, new Date(now.getTime() + longestPauseMs))
      return order.state
    }
    const snapshot = { state: storedStateOf[purchase.state], version: purchase.version }
    if (purchase.state === 'unknown') {
      this.#deps.log.warn(
        { paymentId: payment.id, status: purchase.providerStatus },
        'provider sent an unknown status',
      )
    }
    if (!replaces(payment, snapshot) || isOlderRefund(payment, purchase, snapshot)) {
      await payments.recordReadTime(tx, payment.id, now, nextRead(payment, now))
      if (hasMoney(payment) && purchase.state === 'refunding') {
        await this.refundReconciliation.markRefundRunning(tx, payment)
      }
      return order.state
    }
    const seen = refundSeen(purchase)
    const settlesNow = payment.outcome !== 'settled'
    const isFirst = !hasMoney(payment)
    const isNews = snapshot.version > payment.version
    Object.assign(payment, snapshot, this.#judged(order, all, payment, account, purchase))
    if (hasMoney(payment)) payment.paidAt ??= purchase.paidAt ?? now
    payment.receivedCents = hasMoney(payment) ? purchase.paidAmountCents : null
    payment.refundableCents = purchase.refundableCents
    const isSettling = payment.outcome === 'settled' && settlesNow
    const sold = isSettling ? await this.#settleWith(tx, order, payment, now) : undefined
    const state = isSettling ? 'paid' : order.state
    await payments.saveSnapshot(tx, payment.id, {
      broughtBy,
      amountCents: purchase.amountCents,
      paidCents: purchase.paidAmountCents,
      state: payment.state,
      version: payment.version,
      providerStatus: purchase.providerStatus,
      outcome: payment.outcome,
      reviewReason: payment.reviewReason,
      attention: payment.attention,
      receivedCents: payment.receivedCents,
      refundableCents: payment.refundableCents,
      paidAt: payment.paidAt,
      evidence: hasMoney(payment) ? purchase.raw : null,
      readAt: now,
      // An amount that matches nothing may be a garbled response, so the payment is read again even if it looks fully refunded.
      nextReadAt: nextRead(payment, now, seen === 'full' && payment.outcome !== 'needs_review'),
    })
    if (sold) {
      const settledAt = sold.settledAt ?? now
      const { markedAsPaid: isPaidByHand } = purchase
      await this.#bookkeeping.recordSettled(tx, order.id, { ...sold, settledAt, isPaidByHand })
    }
    // The usual case: the payment has just settled its order, so that there is no refund to apply.
    const isPlain = isSettling && isFirst && purchase.state === 'paid'
    // Settling has deleted the open purchases already, and no other page exists that must be closed.
    if (isPlain && all.length === 1) return state
    if (!isPlain) {
      const isRealMoney = isRealMoneyPurchase(purchase, this.#testModeOf(account, payment))
      await this.refundReconciliation.follow(tx, { order, all, payment, purchase, isRealMoney, isNews })
    }
    return this.#finish(tx, order, state, all)
  }

  /** Settles the order by this payment. Returns the facts for the books, and undefined for a free order. */
  async #settleWith(tx: Tx, order: store.OrderRow, payment: payments.PaymentRow, now: Date) {
    const sold = await this.#bookkeeping.readOrder(tx, order.id)
    const granted = await this.settleOrder(tx, order, { lines: sold?.lines, at: now })
    if (granted === 'already owned in part') {
      payment.attention = ['already_owned']
      await openPaymentException(tx, { topic: 'already_owned', paymentId: payment.id, refundId: null }, now)
    }
    return sold
  }

  /** Returns the mode that the purchase must have. Null accepts either mode. */
  readonly #testModeOf = (account: ProviderAccount, payment: payments.PaymentRow): boolean | null =>
    this.#deps.acceptTestPayments ? (account.testMode ?? payment.isTest) : false

  /** Decides the outcome of received money, so that it is never applied twice and never lost. */
  #judged(
    order: store.OrderRow,
    all: readonly payments.PaymentRow[],
    payment: payments.PaymentRow,
    account: ProviderAccount,
    purchase: ProviderPurchase,
  ): { outcome: Outcome | null; reviewReason: HoldReason | null } {
    const { outcome } = payment
    if (!isPaidState(purchase.state) || outcome === 'settled' || outcome === 'surplus')
      return { outcome, reviewReason: null }
    const testMode = this.#testModeOf(account, payment)
    const verdict = judgePayment(order, payment, { ...account, testMode }, purchase)
    if ('hold' in verdict) {
      const about = { orderId: order.id, paymentId: payment.id, reason: verdict.hold }
      this.#deps.log.warn(about, 'payment held for a decision')
      return { outcome: 'needs_review', reviewReason: verdict.hold }
    }
    const isSettled = all.some((other) => other !== payment && other.outcome === 'settled')
    if (!isSettled) return { outcome: 'settled', reviewReason: null }
    this.#deps.log.warn({ orderId: order.id, paymentId: payment.id }, 'order paid twice')
    return { outcome: 'surplus', reviewReason: null }
  }

  /**
   * Grants each line of a paid order, whatever has happened to the courses since. A gift waits for the person who takes it. Access
   * that may be bought again is extended by the promise of the line; this happens once, because an order settles once. A course
   * that the buyer already owns for longer stays unchanged, and an exception is opened, so that the line may be refunded. A full
   * cohort takes one more learner.
   */
  async settleOrder(
    tx: Tx,
    order: store.OrderRow,
    known: { lines?: readonly SettledLine[] | undefined; at?: Date } = {},
  ): Promise<'granted' | 'already owned in part'> {
    if (!canBecome(order.state, 'paid')) throw new Error(`order ${order.id} cannot be paid: ${order.state}`)
    const lines =
      known.lines ?? (await store.linesOf(tx, order.id)).map(({ id, ...line }) => ({ ...line, lineId: id }))
    const settling = store.settleOrder(order, known.at ?? this.#deps.clock.now())
    if (order.isGift) await emitFor(tx, settling, sql`paid`)
    const events = order.isGift ? [] : await this.#grantWith(tx, order.buyerId, lines, settling)
    if (order.couponId !== null) await this.#deps.pricing.markCodeUsed(tx, order.id)
    const granted = events.filter(({ kind }) => kind !== 'order.settled')
    return !order.isGift && granted.length < lines.length ? 'already owned in part' : 'granted'
  }

  async #grantWith(
    tx: Tx,
    userId: number,
    lines: readonly SettledLine[],
    settling: RawBuilder<unknown>,
  ): Promise<{ kind: string }[]> {
    const courses = lines.map(({ lineId, courseId, access, cohortId, first }) => ({
      sourceId: lineId,
      courseId,
      access,
      cohortId,
      first,
    }))
    const place = { userId, kind: 'order_line', extending: 'renewable', keepsCohort: false } as const
    if (courses.some(({ cohortId }) => cohortId !== null))
      await this.#deps.enrolments.cohorts.lockStarts(tx, userId, courses)
    const granting = this.#deps.enrolments.granting({ ...place, courses })
    return emitFor(
      tx,
      sql`${granting}, ${settling}`,
      sql`(SELECT kind, payload FROM granted UNION ALL SELECT kind, payload FROM paid)`,
    )
  }

  /**
   * Sets the state that follows from the order's payments and lines. If no page of the order can be paid any more, its open
   * purchases are deleted and its pages are closed.
   */
  async #finish(
    tx: Tx,
    order: store.OrderRow,
    current: OrderState,
    all: readonly payments.PaymentRow[],
  ): Promise<OrderState> {
    const state = orderStateAfter(current, all, await store.linesOf(tx, order.id))
    if (state !== current) await store.setOrderState(tx, order.id, state)
    const isPageAlive = isOpen(state) && !all.some(hasMoney)
    // While money waits for a decision, the reservation of the code is released as well. If the money is applied later, the code
    // counts as used, even beyond its limit.
    if (order.couponId !== null && !isPageAlive && !isSettled(state))
      await this.#deps.pricing.releaseCode(tx, order.id)
    if (!isPageAlive) {
      await store.deleteOpenPurchases(tx, order.id)
      for (const { id, providerId, state: left } of all) {
        if (providerId !== null && (left === 'created' || left === 'failed')) {
          await enqueue(
            tx,
            cancelTask,
            { paymentId: id },
            { jobKey: `${cancelTask}:${id}`, priority: 'last' },
          )
        }
      }
    }
    return state
  }
}

type SettledLine = Terms & { lineId: number; courseId: number }

/**
 * Keeps the amount of a payment that was applied or is a surplus. The provider reports the amount in two places. If both differ
 * from the known amount, the snapshot is garbled and undefined is returned. If one agrees, the known amount stays.
 */
function withAppliedAmount(
  { outcome, receivedCents }: payments.PaymentRow,
  purchase: ProviderPurchase,
): ProviderPurchase | undefined {
  const isApplied = outcome === 'settled' || outcome === 'surplus'
  if (!isApplied || receivedCents === null || !isPaidState(purchase.state)) return purchase
  if (purchase.paidAmountCents === receivedCents) return purchase
  return purchase.amountCents === receivedCents ? { ...purchase, paidAmountCents: receivedCents } : undefined
}

function hasMoney({ state }: Pick<payments.PaymentRow, 'state'>): boolean {
  return state === 'paid' || state === 'refunded'
}

/**
 * Returns true if the snapshot and the stored state report a refund of the same second and the snapshot has the smaller refund,
 * because then the snapshot is older.
 */
function isOlderRefund(
  payment: payments.PaymentRow,
  purchase: ProviderPurchase,
  { state, version }: StateSnapshot,
): boolean {
  if (payment.state !== 'refunded' || state !== 'refunded' || version !== payment.version) return false
  return (purchase.refundableCents ?? 0) > (payment.refundableCents ?? Infinity)
}

/**
 * Matches ringgit that moved. A purchase that was marked as paid by hand, or made with a key of the other mode, moved no real
 * money.
 */
function isRealMoneyPurchase(purchase: ProviderPurchase, testMode: boolean | null): boolean {
  const { markedAsPaid, paidCurrency, isTest } = purchase
  return !markedAsPaid && paidCurrency === 'MYR' && (testMode === null || testMode === isTest)
}

function nextRead(payment: payments.PaymentRow, now: Date, isGivenBack = false): Date | null {
  const { createdAt: openedAt, dueAt, paidAt } = payment
  const isDoubted = payment.outcome === 'needs_review'
  return nextReadAt({ openedAt, dueAt, paidAt, isGivenBack, isDoubted, now })
}
