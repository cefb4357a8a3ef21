/**
 * Makes refunds. A refund is planned and committed, then requested once, and ended by the state of the provider's purchase. A
 * request whose response was lost is never repeated (docs/chip.md#refunds). A job continues after a crash.
 */
import type { PaymentId, RefundId } from '@apogee/domain/ids.ts'
import { mayOverdraw, type Refund } from '@apogee/contracts/sales/refunds.ts'
import type { SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { Logger } from 'pino'
import { ProviderError, type PaymentProvider } from '#server/adapters/payments/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import {
  hasNoTrace,
  isInFlight,
  isStuck,
  isUnexplained,
  nextCheckAt,
  noTrace,
  declaredNotMade,
  type LineShare,
} from './refunds.rules.ts'
import * as refunds from './refunds.store.ts'
import * as exceptions from '../exceptions/payment-exceptions.store.ts'
import type { Settlement } from '../settlement/settlement.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface RefundingDependencies {
  database: Database
  payments: PaymentProvider
  clock: Clock
  log: Logger
  settlement: Settlement
  businesses: Pick<Businesses, 'recordSellerChange' | 'recordSellerActivity'>
}

type RefundDecision = Extract<SecurityKind, 'refund.approved' | 'refund.declined'>

/** The plan for a refund of a payment. Empty `lines` mean money that does not belong to the order. */
export interface RefundPlan {
  amountCents: number
  lines: readonly LineShare[]
  reason: string
  by: Caller
}

/** The lease of the job. A new refund also has this time for its first request before the job takes over. */
const leaseMs = 30_000
const batch = 20

export class Refunding {
  readonly #deps: RefundingDependencies

  constructor(deps: RefundingDependencies) {
    this.#deps = deps
  }

  /**
   * Reads the purchase, lets `plan` decide the refund under the order's lock, then stores the refund and requests it. If this
   * process stops, the job continues.
   */
  async refundPayment(
    payment: { id: PaymentId },
    plan: (tx: Tx, order: store.OrderRow, payment: payments.PaymentRow) => Promise<RefundPlan>,
  ): Promise<refunds.RefundRow> {
    const { isRefundPending } = await this.readNow(payment.id)
    const refundId = await this.#deps.database.transaction(async (tx) => {
      const orderId = (await payments.paymentById(tx, payment.id))?.orderId
      if (orderId === undefined) return refuse('REFUND_NOT_POSSIBLE')
      const order = await store.lockOrder(tx, orderId)
      const paid = (await payments.lockPaymentsOf(tx, orderId)).find(({ id }) => id === payment.id)
      if (!paid?.providerId) return refuse('REFUND_NOT_POSSIBLE')
      const earlier = await this.#refundsOfPayment(tx, paid)
      // A person declared an earlier refund as not made, but the provider may still make it. It must not be made twice.
      const mayStillBeMade = isRefundPending && earlier.some(({ failure }) => failure === declaredNotMade)
      if (mayStillBeMade || earlier.some(isInFlight)) refuse('REFUND_IN_PROGRESS')
      const { amountCents, lines, reason, by } = await plan(tx, order, paid)
      if (lines.length > 0 && earlier.some(isUnexplained)) refuse('REFUND_UNEXPLAINED')
      const isLeft = paid.refundableCents === null || amountCents <= paid.refundableCents
      if (amountCents <= 0 || !isLeft) refuse('REFUND_NOT_POSSIBLE')
      const now = this.#deps.clock.now()
      const isOverdrawn = await refunds.exceedsBalance(tx, paid.id, lines)
      // A superadmin's own refund needs no approval.
      const needsApproval = isOverdrawn && !mayOverdraw(by)
      const planned = await refunds.insertRefund(
        tx,
        {
          publicId: newPublicId(),
          orderId,
          paymentId: paid.id,
          kind: lines.length > 0 ? 'lines' : 'held',
          origin: 'asked',
          state: 'planned',
          amountCents,
          refundableBeforeCents: paid.refundableCents,
          isNamed: true,
          needsApproval,
          reason,
          askedBy: by.userId,
          at: now,
          nextCheckAt: needsApproval ? null : new Date(now.getTime() + leaseMs),
        },
        lines,
      )
      await this.#recordRequest(tx, by, { refundId: planned, order: order.publicId, amountCents })
      if (needsApproval) {
        const about = { topic: 'refund_over_balance', paymentId: paid.id, refundId: planned } as const
        await exceptions.openPaymentException(tx, about, now)
      } else if (isOverdrawn) {
        await this.recordDecision(tx, by, { kind: 'refund.approved', refundId: planned, reason })
      }
      return planned
    })
    await this.perform(refundId)
    return (await refunds.refundById(this.#deps.database.kysely, refundId)) ?? refuse('REFUND_NOT_POSSIBLE')
  }

  /**
   * Records the request in the security log of each seller whose courses are refunded. A refund without courses has no seller, so
   * only superadmins see its entry.
   */
  async #recordRequest(
    tx: Tx,
    by: Caller,
    { refundId, order, amountCents }: { refundId: RefundId; order: string; amountCents: number },
  ): Promise<void> {
    const shares = await refunds.sharesOfSellers(tx, refundId)
    for (const { sellerId, cents } of shares)
      await this.#deps.businesses.recordSellerActivity(tx, by, sellerId, 'refund.asked', { order, cents })
    if (shares.length === 0)
      await this.#deps.businesses.recordSellerActivity(tx, by, null, 'refund.asked', {
        order,
        cents: amountCents,
      })
  }

  /** Records the decision on a refund beyond the balance in the security log of each seller with a share in it. */
  async recordDecision(
    tx: Tx,
    by: Caller,
    { kind, refundId, reason }: { kind: RefundDecision; refundId: RefundId; reason: string },
  ): Promise<void> {
    for (const { sellerId, cents, courses } of await refunds.sharesOfSellers(tx, refundId)) {
      await this.#deps.businesses.recordSellerChange(tx, by, sellerId, kind, { cents, courses, reason })
    }
  }

  readonly #refundsOfPayment = async (tx: Tx, { id, orderId }: payments.PaymentRow) =>
    (await refunds.refundsOf(tx, orderId)).filter(({ paymentId }) => paymentId === id)

  /** Reads the payment before a refund. Refuses if the provider is unreachable, because earlier refunds must be known first. */
  async readNow(paymentId: PaymentId): Promise<{ isRefundPending: boolean }> {
    const payment = await payments.paymentById(this.#deps.database.kysely, paymentId)
    if (!payment?.providerId) return refuse('REFUND_NOT_POSSIBLE')
    try {
      const read = await this.#deps.settlement.settlePayment(
        payment.paymentAccountId,
        payment.providerId,
        'refund',
      )
      return { isRefundPending: read.kind === 'recorded' && read.isRefundPending }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#deps.log.warn({ err: error, paymentId }, 'payment to be refunded not read')
      return refuse(error.kind === 'not_found' ? 'REFUND_UNKNOWN_PAYMENT' : 'PAYMENT_PROVIDER_UNAVAILABLE')
    }
  }

  /** Requests a planned refund from the provider. Does nothing if another process is requesting it. */
  async perform(refundId: RefundId): Promise<void> {
    const asked = await this.#deps.database.transaction((tx) => this.#startRequesting(tx, refundId))
    if (!asked) return
    const { refund, payment, providerId } = asked
    const account = await this.#deps.settlement.accountOf(payment.paymentAccountId)
    try {
      const answer = await this.#deps.payments.refundPurchase(account, providerId, refund.amountCents)
      await this.#underLock(refund, (tx) => refunds.setPending(tx, refund.id, answer.refundId))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#deps.log.warn({ err: error, refundId }, 'refund not accepted by provider')
      if (!error.outcomeUnknown)
        await this.#underLock(refund, (tx) => this.#handleRejection(tx, refund, error))
    }
    await this.#readQuietly(payment)
  }

  async #startRequesting(tx: Tx, refundId: RefundId) {
    const planned = await refunds.refundById(tx, refundId)
    if (planned?.state !== 'planned' || planned.needsApproval) return null
    const order = await store.lockOrder(tx, planned.orderId)
    const payment = (await payments.lockPaymentsOf(tx, order.id)).find(({ id }) => id === planned.paymentId)
    const refund = await refunds.refundById(tx, refundId)
    if (refund?.state !== 'planned' || refund.needsApproval || !payment?.providerId) return null
    const left = new Map(
      (await store.linesOf(tx, order.id)).map((line) => [line.id, line.priceCents - line.refundedCents]),
    )
    const isExplained =
      refund.kind === 'held' || !(await this.#refundsOfPayment(tx, payment)).some(isUnexplained)
    // The money may have been refunded in another way since the refund was planned.
    const isThere =
      // The refund was planned for money that belonged to no line, but the money was applied to its order since.
      !(refund.kind === 'held' && payment.outcome === 'settled') &&
      isExplained &&
      refund.lines.every(({ lineId, cents }) => cents <= (left.get(lineId) ?? 0)) &&
      (payment.refundableCents === null || refund.amountCents <= payment.refundableCents)
    if (!isThere) {
      await this.#deps.settlement.refundReconciliation.failRefund(tx, refund, 'overtaken')
      return null
    }
    const now = this.#deps.clock.now()
    await refunds.setRequested(tx, refundId, now, nextCheckAt(now, now))
    return { refund, payment, providerId: payment.providerId }
  }

  /**
   * Handles a refund that the provider has certainly not made. It is tried again if the provider was unreachable. After a refusal a
   * person decides.
   */
  async #handleRejection(tx: Tx, refund: refunds.RefundRow, error: ProviderError): Promise<void> {
    const now = this.#deps.clock.now()
    if (error.kind === 'unreachable') {
      await refunds.setPlanned(tx, refund.id, nextCheckAt(refund.createdAt, now))
    } else {
      await this.#deps.settlement.refundReconciliation.failRefund(
        tx,
        refund,
        error.codes.join(' ') || error.kind,
      )
    }
  }

  #underLock(refund: refunds.RefundRow, work: (tx: Tx) => Promise<void>): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      await store.lockOrder(tx, refund.orderId)
      await work(tx)
    })
  }

  /** Reads the payment after a refund. A missing response is ignored, because the job reads again. */
  async #readQuietly(payment: payments.PaymentRow): Promise<void> {
    if (!payment.providerId) return
    try {
      await this.#deps.settlement.settlePayment(payment.paymentAccountId, payment.providerId, 'refund')
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#deps.log.warn({ err: error, paymentId: payment.id }, 'refunded payment not read')
    }
  }

  /** Continues each due refund, as a job. A failure of one refund does not delay the others. */
  async continueDue(stopping?: AbortSignal): Promise<void> {
    const broken: unknown[] = []
    while (!stopping?.aborted) {
      const now = this.#deps.clock.now()
      const leaseUntil = new Date(now.getTime() + leaseMs)
      const due = await refunds.claimDueRefunds(this.#deps.database.kysely, { now, leaseUntil, limit: batch })
      if (due.length === 0) break
      for (const id of due) {
        // The leases of the remaining refunds end by themselves, and the next run continues.
        if (stopping?.aborted) break
        try {
          await this.#look(id)
        } catch (error) {
          this.#deps.log.error({ err: error, refundId: id }, 'refund not processed')
          broken.push(error)
        }
      }
    }
    if (broken.length > 0) throw new AggregateError(broken, `${broken.length} refunds could not be handled`)
  }

  async #look(id: RefundId): Promise<void> {
    const refund = await refunds.refundById(this.#deps.database.kysely, id)
    if (!refund || !isInFlight(refund)) return
    if (refund.state === 'planned') return this.perform(id)
    const payment = await payments.paymentById(this.#deps.database.kysely, refund.paymentId)
    if (!payment) return
    await this.#readQuietly(payment)
    const askedAt = refund.askedAt ?? refund.createdAt
    const now = this.#deps.clock.now()
    await this.#underLock(refund, async (tx) => {
      const { state } = (await refunds.refundById(tx, id)) ?? refund
      if (hasNoTrace({ state, askedAt }, now))
        await this.#deps.settlement.refundReconciliation.failRefund(tx, refund, noTrace)
      else {
        if (isStuck({ state, askedAt }, now)) {
          const about = { topic: 'refund_stuck', paymentId: refund.paymentId, refundId: id } as const
          await exceptions.openPaymentException(tx, about, now)
        }
        await refunds.postponeCheck(tx, id, nextCheckAt(askedAt, now))
      }
    })
  }
}

export function presentRefund(
  refund: refunds.RefundRow,
  titles: ReadonlyMap<number, { courseId: number; title: string }>,
): Refund {
  return {
    id: refund.publicId,
    kind: refund.kind,
    origin: refund.origin,
    state: refund.needsApproval && refund.state === 'planned' ? 'waiting' : refund.state,
    amount: refund.amountCents,
    reason: refund.reason,
    failure: refund.failure,
    createdAt: refund.createdAt.toISOString(),
    resolvedAt: refund.resolvedAt?.toISOString() ?? null,
    lines: refund.lines.flatMap(({ lineId, cents }) => {
      const line = titles.get(lineId)
      return line ? [{ ...line, amount: cents }] : []
    }),
  }
}
