/** Lets people decide payment exceptions. Each choice leaves the money explained. */
import type { ExceptionChoice, PaymentException } from '@apogee/contracts/sales/refunds.ts'
import { ProviderError } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { LineShare } from '../refunds/refunds.rules.ts'
import type { Refunding, RefundingDependencies } from '../refunds/refunds.ts'
import { amountOf, choicesOf, explains, ownedLines } from './payment-exceptions.rules.ts'
import * as refunds from '../refunds/refunds.store.ts'
import * as exceptions from './payment-exceptions.store.ts'
import { isPublicId, orderStateAfter } from '../model/orders.rules.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface PaymentExceptionsDependencies extends Pick<
  RefundingDependencies,
  'database' | 'clock' | 'settlement' | 'log' | 'businesses'
> {
  refunding: Refunding
  /** Returns the seller whose lines the caller manages. Null means all sellers. */
  sellerIdOf: (caller: Caller) => Promise<number | null>
}

export interface Decision {
  choice: ExceptionChoice
  reason: string
  lines?: readonly { courseId: number; amount: number }[] | undefined
  expectedAmount?: number | undefined
}

type Item = exceptions.PaymentExceptionRow

interface ItemQuery {
  state?: Item['state'] | undefined
  /** The order's public id. */
  orderId?: string | undefined
}

export class PaymentExceptions {
  readonly #deps: PaymentExceptionsDependencies

  constructor(deps: PaymentExceptionsDependencies) {
    this.#deps = deps
  }

  async listItems(
    caller: Caller,
    { orderId, state = orderId === undefined ? 'open' : undefined }: ItemQuery,
    page: PageRequest,
  ): Promise<Page<PaymentException>> {
    const sellerId = await this.#deps.sellerIdOf(caller)
    const { rows, total } = await exceptions.itemsOf(
      this.#deps.database.kysely,
      sellerId,
      { state: state ?? null, orderId: orderId ?? null },
      page,
    )
    const { data, meta } = pageOf(rows, { exact: total }, page)
    return { data: data.map((item) => presentFor(sellerId, item)), meta }
  }

  async decide(caller: Caller, publicId: string, decision: Decision): Promise<PaymentException> {
    const sellerId = await this.#deps.sellerIdOf(caller)
    const item = await this.#find(publicId)
    if (!item || (sellerId !== null && item.sellerId !== sellerId)) return refuse('REVIEW_ITEM_NOT_FOUND')
    if (!choicesOf(item).includes(decision.choice)) refuse('REVIEW_CHOICE_NOT_POSSIBLE')
    if (decision.choice === 'give_back') await this.#refund(caller, item, decision)
    else if (decision.choice === 'apply') await this.#apply(caller, item, decision)
    else await this.#decideHere(caller, item, decision)
    if (decision.choice === 'approve_refund' && item.refundId !== null)
      await this.#deps.refunding.perform(item.refundId)
    return presentItem((await this.#find(publicId)) ?? item)
  }

  readonly #find = async (publicId: string): Promise<Item | undefined> =>
    isPublicId(publicId) ? exceptions.itemByPublicId(this.#deps.database.kysely, publicId) : undefined

  /** Runs `work` under the order's lock, with the present state of the exception. */
  #underLock<T>(item: Item, work: (tx: Tx, fresh: Item, order: store.OrderRow) => Promise<T>): Promise<T> {
    return this.#deps.database.transaction(async (tx) => {
      const order = await store.lockOrder(tx, item.orderId)
      const fresh = await exceptions.itemByPublicId(tx, item.publicId)
      return fresh ? work(tx, fresh, order) : refuse('REVIEW_ITEM_NOT_FOUND')
    })
  }

  /** Refunds the amount of the exception: money that belongs to no line, or shares of the order's lines. */
  async #refund(caller: Caller, item: Item, { reason, expectedAmount }: Decision): Promise<void> {
    await this.#deps.refunding.refundPayment({ id: item.paymentId }, async (tx) => {
      const fresh = await exceptions.itemByPublicId(tx, item.publicId)
      if (!fresh || !choicesOf(fresh).includes('give_back')) return refuse('REVIEW_CHOICE_NOT_POSSIBLE')
      const lines = this.#sharesOf(fresh)
      const amountCents = fresh.refundCents !== null || lines.length > 0 ? sumOf(lines) : amountOf(fresh)
      if (expectedAmount !== undefined && expectedAmount !== amountCents) refuse('REFUND_AMOUNT_CHANGED')
      // The choice is recorded at once. An exception of held money stays open until the money is refunded.
      if (fresh.topic !== 'held' && fresh.topic !== 'surplus') {
        await this.#close(tx, caller, fresh, 'give_back', reason)
      }
      return { amountCents, lines, reason, by: caller }
    })
  }

  #sharesOf(item: Item): LineShare[] {
    if (item.topic === 'held' || item.topic === 'surplus') return []
    const left = new Map(item.lines.map((line) => [line.lineId, line.leftCents]))
    if (item.topic === 'already_owned') {
      return ownedLines(item).map(({ lineId, leftCents }) => ({ lineId, cents: leftCents }))
    }
    return item.refundLines.map(({ lineId, cents }) => ({
      lineId,
      cents: Math.min(cents, left.get(lineId) ?? 0),
    }))
  }

  /**
   * Applies held money to its order. The fault that a person was shown is accepted, and the payment is judged again. Another fault
   * refuses the choice and stays an exception.
   */
  async #apply(caller: Caller, item: Item, { reason }: Decision): Promise<void> {
    const payment = await this.#underLock(item, async (tx, fresh) => {
      // The exception was read before the lock, so a refund of the money may have begun meanwhile.
      const { reviewReason } = fresh
      const isAsShown = reviewReason === item.reviewReason && choicesOf(fresh).includes('apply')
      if (!isAsShown || reviewReason === null) return refuse('REVIEW_CHOICE_NOT_POSSIBLE')
      await payments.acceptReason(tx, item.paymentId, reviewReason)
      return payments.paymentById(tx, item.paymentId)
    })
    if (!payment?.providerId) return refuse('REVIEW_CHOICE_NOT_POSSIBLE')
    try {
      await this.#deps.settlement.settlePayment(payment.paymentAccountId, payment.providerId, 'refund')
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      this.#deps.log.warn({ err: error, paymentId: payment.id }, 'payment to be applied not read')
      refuse('PAYMENT_PROVIDER_UNAVAILABLE')
    }
    await this.#underLock(item, async (tx) => {
      const applied = await payments.paymentById(tx, item.paymentId)
      if (applied?.outcome !== 'settled') refuse('REVIEW_CHOICE_NOT_POSSIBLE')
      await exceptions.noteDecision(tx, item.id, {
        choice: 'apply',
        reason,
        by: caller.userId,
        at: this.#deps.clock.now(),
      })
      await this.#record(tx, caller, item, 'apply')
    })
  }

  #record(tx: Tx, caller: Caller, item: Item, choice: ExceptionChoice): Promise<void> {
    const details = { topic: item.topic, choice, order: item.orderPublicId }
    return this.#deps.businesses.recordSellerActivity(tx, caller, item.sellerId, 'exception.decided', details)
  }

  #decideHere(caller: Caller, item: Item, decision: Decision): Promise<void> {
    return this.#underLock(item, async (tx, fresh, order) => {
      const { choice, reason } = decision
      if (!choicesOf(fresh).includes(choice)) refuse('REVIEW_CHOICE_NOT_POSSIBLE')
      if (choice === 'name_lines') await this.#nameLines(tx, fresh, order, decision)
      if (choice === 'close_access') await this.#closeAccess(tx, fresh, order)
      if (choice === 'open_access') await this.#openAccess(tx, fresh, order)
      if (choice === 'approve_refund' || choice === 'decline_refund')
        await this.#endWaiting(tx, caller, fresh, decision)
      if (choice === 'was_made' || choice === 'not_made') await this.#endByDecision(tx, fresh, order, choice)
      if (choice === 'keep' && fresh.topic !== 'already_owned') {
        await exceptions.decideItem(tx, fresh.id, {
          state: 'kept',
          choice,
          reason,
          by: caller.userId,
          at: this.#deps.clock.now(),
        })
        await this.#deps.settlement.refundReconciliation.flagPayment(tx, fresh.paymentId)
        await this.#record(tx, caller, fresh, choice)
      } else {
        await this.#close(tx, caller, fresh, choice, reason)
      }
      await this.#followLines(tx, order)
    })
  }

  async #close(tx: Tx, caller: Caller, item: Item, choice: ExceptionChoice, reason: string): Promise<void> {
    const decision = { choice, reason, by: caller.userId, at: this.#deps.clock.now() }
    const isEnded = choice === 'name_lines' || choice === 'was_made'
    if (isEnded) await exceptions.noteDecision(tx, item.id, decision)
    else await exceptions.decideItem(tx, item.id, { state: 'closed', ...decision })
    await this.#record(tx, caller, item, choice)
    await this.#deps.settlement.refundReconciliation.flagPayment(tx, item.paymentId)
  }

  /** Approves or declines a refund that waits for a superadmin. A second decision is refused. */
  async #endWaiting(tx: Tx, caller: Caller, { refundId }: Item, { choice, reason }: Decision): Promise<void> {
    const now = this.#deps.clock.now()
    if (refundId === null) return refuse('REVIEW_CHOICE_NOT_POSSIBLE')
    const isDeclined = choice === 'decline_refund'
    if (isDeclined) await refunds.setFailed(tx, refundId, 'declined', now)
    else if (!(await refunds.approveRefund(tx, refundId, now))) refuse('REVIEW_CHOICE_NOT_POSSIBLE')
    const kind = isDeclined ? 'refund.declined' : 'refund.approved'
    await this.#deps.refunding.recordDecision(tx, caller, { kind, refundId, reason })
  }

  async #nameLines(
    tx: Tx,
    item: Item,
    order: store.OrderRow,
    { lines = [] }: Pick<Decision, 'lines'>,
  ): Promise<void> {
    if (item.refundId === null || !explains(item, lines)) return refuse('REVIEW_CHOICE_NOT_POSSIBLE')
    const lineOf = new Map(item.lines.map(({ courseId, lineId }) => [courseId, lineId]))
    const shares = lines.flatMap(({ courseId, amount }) => {
      const lineId = lineOf.get(courseId)
      return lineId === undefined ? [] : [{ lineId, cents: amount }]
    })
    await this.#deps.settlement.refundReconciliation.nameRefund(tx, order, {
      refundId: item.refundId,
      paymentId: item.paymentId,
      shares,
    })
    const payment = await payments.paymentById(tx, item.paymentId)
    if (payment) await this.#deps.settlement.refundReconciliation.releaseNamed(tx, payment)
  }

  async #closeAccess(tx: Tx, item: Item, order: store.OrderRow): Promise<void> {
    const taken = new Set(item.refundLines.map(({ lineId }) => lineId))
    for (const line of await store.linesOf(tx, order.id)) {
      if (taken.has(line.id) && line.status === 'granted')
        await this.#deps.settlement.refundReconciliation.closeLine(tx, line)
    }
  }

  async #openAccess(tx: Tx, item: Item, order: store.OrderRow): Promise<void> {
    const returned = new Set(item.refundLines.map(({ lineId }) => lineId))
    for (const line of await store.linesOf(tx, order.id)) {
      const isPaid = line.refundedCents < line.priceCents || line.priceCents === 0
      if (returned.has(line.id) && line.status === 'refunded' && isPaid) {
        await this.#deps.settlement.refundReconciliation.openLine(tx, order, line)
      }
    }
  }

  async #endByDecision(tx: Tx, item: Item, order: store.OrderRow, choice: ExceptionChoice): Promise<void> {
    const payment = (await payments.lockPaymentsOf(tx, order.id)).find(({ id }) => id === item.paymentId)
    if (!payment || item.refundId === null) return refuse('REVIEW_CHOICE_NOT_POSSIBLE')
    await this.#deps.settlement.refundReconciliation.endByDecision(tx, order, {
      payment,
      refundId: item.refundId,
      wasMade: choice === 'was_made',
    })
  }

  async #followLines(tx: Tx, order: store.OrderRow): Promise<void> {
    const made = await payments.lockPaymentsOf(tx, order.id)
    const state = orderStateAfter(order.state, made, await store.linesOf(tx, order.id))
    if (state !== order.state) await store.setOrderState(tx, order.id, state)
  }
}

const sumOf = (shares: readonly LineShare[]): number => shares.reduce((sum, { cents }) => sum + cents, 0)

function causeOf({ topic, refundFailure, reviewReason, refundState }: Item): string | null {
  if (topic === 'refund_failed') return refundFailure
  if (topic === 'refund_stuck') return refundState === 'pending' ? null : 'said_otherwise'
  return topic === 'held' ? reviewReason : null
}

/**
 * Presents an item to a seller, or to a superadmin without a seller. Of a chargeback that the platform decides, a seller sees their
 * own lines and part of the amount.
 */
function presentFor(sellerId: number | null, item: Item): PaymentException {
  if (sellerId === null || item.sellerId === sellerId) return presentItem(item)
  const lines = item.lines.filter((line) => line.sellerId === sellerId)
  const own = new Set(lines.map(({ lineId }) => lineId))
  const taken = item.refundLines.filter(({ lineId }) => own.has(lineId))
  const totalCents = lines.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const shown = presentItem({ ...item, lines, totalCents, decidedBy: null, reason: '' })
  return { ...shown, amount: sumOf(taken), decidedFor: 'platform', choices: [] }
}

function presentItem(item: Item): PaymentException {
  const { buyerEmail: email, buyerName: name } = item
  return {
    id: item.publicId,
    topic: item.topic,
    state: item.state,
    amount: amountOf(item),
    cause: causeOf(item),
    decidedFor: 'caller',
    choices: choicesOf(item),
    isRefunding: item.isRefunding,
    openedAt: item.openedAt.toISOString(),
    decidedAt: item.decidedAt?.toISOString() ?? null,
    decidedBy: item.decidedBy,
    choice: item.choice,
    reason: item.reason,
    order: {
      id: item.orderPublicId,
      total: item.totalCents,
      createdAt: item.settledAt?.toISOString() ?? null,
      buyer: email === null ? null : { name, email: maskedEmail(email) },
      lines: item.lines.map(({ courseId, title, priceCents, leftCents, status }) => ({
        courseId,
        title,
        status,
        price: priceCents,
        left: leftCents,
      })),
    },
  }
}
