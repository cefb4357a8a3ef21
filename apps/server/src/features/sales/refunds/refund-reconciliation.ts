/** Applies the refunds and reversals that a snapshot shows to the stored refunds, lines and books. Runs under the order's lock. */
import type { PaymentId, RefundId } from '@apogee/domain/ids.ts'
import type { ExceptionTopic } from '@apogee/contracts/sales/refunds.ts'
import type { Logger } from 'pino'
import { isUndecidedState, type ProviderPurchase } from '#server/adapters/payments/port.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import {
  givenBack,
  isInFlight,
  notMade,
  refundNews,
  declaredNotMade,
  type LineShare,
} from './refunds.rules.ts'
import * as refunds from './refunds.store.ts'
import * as exceptions from '../exceptions/payment-exceptions.store.ts'
import { refundSeen, storedStateOf, type Attention } from '../model/orders.rules.ts'
import type { OrderBookkeeping } from '../model/order-bookkeeping.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'

export interface RefundReconciliationDependencies {
  clock: Clock
  log: Logger
  enrolments: Enrolments
  bookkeeping: OrderBookkeeping
}

export interface MoneyContext {
  order: store.OrderRow
  all: readonly payments.PaymentRow[]
  payment: payments.PaymentRow
  purchase: ProviderPurchase
  /** True for money that counts in the books: ringgit that moved, and not by a test key where test keys are refused. */
  isRealMoney: boolean
  /** True if the snapshot is newer than the previous one. */
  isNews: boolean
}

export class RefundReconciliation {
  readonly #deps: RefundReconciliationDependencies

  constructor(deps: RefundReconciliationDependencies) {
    this.#deps = deps
  }

  /** Applies the refunds of a snapshot. Must run after the snapshot is saved and the sale is posted. */
  async follow(tx: Tx, context: MoneyContext): Promise<void> {
    const { order, payment, purchase } = context
    if (payment.outcome === null) return
    const now = this.#deps.clock.now()
    const rows = await refunds.refundsOf(tx, order.id)
    let own = rows.filter(({ paymentId }) => paymentId === payment.id)
    await this.#handOverToSurplus(tx, context, own)
    const settles = payment.outcome === 'settled'
    if (settles && own.some(({ kind }) => kind === 'held')) {
      await refunds.clearRefundLines(tx, payment.id)
      own = (await refunds.refundsOf(tx, order.id)).filter(({ paymentId }) => paymentId === payment.id)
      for (const { id, state, isNamed } of own) {
        if (state === 'done' && !isNamed) await this.#askForWhat(tx, payment.id, id)
      }
    }
    const lines = await store.linesOf(tx, order.id)
    const refunded = own.filter(({ state, kind }) => state === 'done' && kind !== 'chargeback')
    const givenBackCents = givenBack(
      purchase,
      refunded.reduce((sum, { amountCents }) => sum + amountCents, 0),
    )
    if (givenBackCents !== null) {
      const news = refundNews({
        givenBackCents,
        isChargeback: purchase.state === 'charged_back',
        isEmptied: storedStateOf[purchase.state] === 'refunded' && purchase.refundableCents === 0,
        settles,
        refunds: own,
        lines: lines.map((line) => ({
          id: line.id,
          leftCents: line.priceCents - line.refundedCents,
          isGranted: line.status === 'granted',
        })),
      })
      const known = new Map(own.map((refund) => [refund.id, refund]))
      for (const id of news.reversed) await this.#reverseRefund(tx, order, known.get(id))
      for (const id of news.done) await this.#finishAsked(tx, order, known.get(id))
      for (const { id, lines: shares } of news.named) {
        await this.nameRefund(tx, order, { refundId: id, paymentId: payment.id, shares })
      }
      for (const found of news.found) {
        this.#deps.log.warn(
          { orderId: order.id, paymentId: payment.id, ...found },
          'refund found that was not requested here',
        )
        const refundId = await refunds.insertRefund(
          tx,
          {
            publicId: newPublicId(),
            orderId: order.id,
            paymentId: payment.id,
            kind: found.kind,

            origin: 'provider',
            state: 'done',
            amountCents: found.amountCents,
            refundableBeforeCents: null,
            isNamed: found.lines !== null,
            reason: '',
            askedBy: null,
            at: now,
            nextCheckAt: null,
          },
          found.lines ?? [],
        )
        const topic =
          found.lines === null ? 'unnamed_refund' : found.kind === 'chargeback' ? 'chargeback' : null
        if (topic) await exceptions.openPaymentException(tx, { topic, paymentId: payment.id, refundId }, now)
        if (found.kind !== 'held' && found.lines) {
          await this.#refundLines(tx, order, found.lines, { closes: found.kind === 'lines' })
          await this.#deps.bookkeeping.recordRefund(tx, order.id, refundId)
        }
      }
      await this.#failReturned(tx, context, own, new Set(news.done))
    }
    await this.#settleAccounts(tx, context)
  }

  /**
   * If the payment that settled the order is fully refunded and a surplus payment exists, the surplus payment settles the order
   * instead.
   */
  async #handOverToSurplus(
    tx: Tx,
    { all, payment, purchase }: MoneyContext,
    own: readonly refunds.RefundRow[],
  ): Promise<void> {
    if (payment.outcome !== 'settled' || refundSeen(purchase) !== 'full') return
    const spare = all.find((other) => other.outcome === 'surplus' && other.state === 'paid')
    // Refunds of lines belong to the payment that settled the order, so with such refunds the other payment stays a surplus.
    if (!spare || own.some(({ state }) => state !== 'failed' && state !== 'reversed')) return
    await payments.setOutcome(tx, payment.id, 'surplus')
    await payments.setOutcome(tx, spare.id, 'settled')
    payment.outcome = 'surplus'
    spare.outcome = 'settled'
    await this.#settleHeld(tx, spare, 0, { isApplied: true })
    await exceptions.settleItem(
      tx,
      { topic: 'surplus', paymentId: spare.id, refundId: null },
      this.#deps.clock.now(),
    )
  }

  async #finishAsked(tx: Tx, order: store.OrderRow, refund: refunds.RefundRow | undefined): Promise<void> {
    if (!refund) return
    const now = this.#deps.clock.now()
    await refunds.setDone(tx, refund.id, now)
    const about = { topic: 'refund_failed', paymentId: refund.paymentId, refundId: refund.id } as const
    await exceptions.settleItem(tx, about, now)
    const stuck = { ...about, topic: 'refund_stuck' } as const
    await exceptions.settleItem(tx, stuck, now)
    // The provider has made the refund, although a person declared that it was not made.
    if (refund.failure === declaredNotMade) await exceptions.openPaymentException(tx, stuck, now)
    if (refund.kind === 'held') return
    if (!refund.isNamed) return this.#askForWhat(tx, refund.paymentId, refund.id)
    await this.#refundLines(tx, order, refund.lines, { closes: true })
    await this.#deps.bookkeeping.recordRefund(tx, order.id, refund.id)
  }

  /**
   * Asks a person to assign a refund to lines. The refunded money belonged to no line when the refund was requested, and its
   * payment has paid the order since.
   */
  readonly #askForWhat = (tx: Tx, paymentId: PaymentId, refundId: RefundId): Promise<void> =>
    exceptions.openPaymentException(
      tx,
      { topic: 'unnamed_refund', paymentId, refundId },
      this.#deps.clock.now(),
    )

  /** Assigns lines to a refund that was made at the provider without them. */
  async nameRefund(
    tx: Tx,
    order: store.OrderRow,
    {
      refundId,
      paymentId,
      shares,
    }: { refundId: RefundId; paymentId: PaymentId; shares: readonly LineShare[] },
  ): Promise<void> {
    await refunds.setRefundLines(tx, refundId, shares)
    await exceptions.settleItem(tx, { topic: 'unnamed_refund', paymentId, refundId }, this.#deps.clock.now())
    await this.#refundLines(tx, order, shares, { closes: true })
    await this.#deps.bookkeeping.recordRefund(tx, order.id, refundId)
  }

  /** Reverses a refund whose money returned to the seller. Access is not restored automatically, because a person decides. */
  async #reverseRefund(tx: Tx, order: store.OrderRow, refund: refunds.RefundRow | undefined): Promise<void> {
    if (!refund) return
    const now = this.#deps.clock.now()
    const about = { paymentId: refund.paymentId, refundId: refund.id }
    this.#deps.log.warn({ orderId: order.id, refundId: refund.id }, 'refund reversed by the provider')
    await refunds.setReversed(tx, refund.id, now)
    await exceptions.settleItem(tx, { ...about, topic: 'unnamed_refund' }, now)
    await exceptions.settleItem(tx, { ...about, topic: 'chargeback' }, now)
    if (refund.kind === 'held' || !refund.isNamed) return
    const lines = new Map((await store.linesOf(tx, order.id)).map((line) => [line.id, line]))
    let isClosed = false
    for (const { lineId, cents } of refund.lines) {
      const line = lines.get(lineId)
      if (!line) continue
      await store.setRefunded(tx, lineId, line.refundedCents - cents)
      if (line.status === 'refunded') isClosed = true
    }
    await this.#deps.bookkeeping.recordRefund(tx, order.id, refund.id)
    if (isClosed) await exceptions.openPaymentException(tx, { ...about, topic: 'money_back' }, now)
    else if (await exceptions.wasDeclaredMade(tx, refund.id)) {
      await exceptions.openPaymentException(tx, { ...about, topic: 'refund_stuck' }, now)
    }
  }

  /**
   * Records the refunded shares of lines. A line that is fully refunded ends the access that it gave. A partial refund leaves the
   * course open.
   */
  async #refundLines(
    tx: Tx,
    order: store.OrderRow,
    shares: readonly LineShare[],
    { closes }: { closes: boolean },
  ): Promise<void> {
    const wanted = new Map(shares.map(({ lineId, cents }) => [lineId, cents]))
    const courseIds: number[] = []
    for (const line of await store.linesOf(tx, order.id)) {
      const cents = wanted.get(line.id)
      if (cents === undefined) continue
      const refundedCents = line.refundedCents + cents
      if (cents > 0) await store.setRefunded(tx, line.id, refundedCents)
      if (!closes || refundedCents < line.priceCents || line.status !== 'granted') continue
      await this.closeLine(tx, line)
      courseIds.push(line.courseId)
    }
    // The refund fulfils a request, whether or not it was made because of the request.
    for (const id of await refunds.fulfilledRequests(tx, order.id)) {
      await refunds.endRequest(tx, id, {
        state: 'refunded',
        answer: '',
        by: null,
        at: this.#deps.clock.now(),
      })
    }
    if (!closes) {
      const lines = shares.map(({ lineId, cents }) => ({ lineId, cents }))
      return emit(tx, 'order.charged-back', { orderId: order.id, lines })
    }
    const cents = shares.reduce((sum, share) => sum + share.cents, 0)
    await emit(tx, 'order.refunded', { orderId: order.id, buyerId: order.buyerId, courseIds, cents })
  }

  /** Closes a line and the access that it gave. */
  async closeLine(tx: Tx, line: store.LineRow): Promise<void> {
    await store.setLineStatus(tx, line.id, 'refunded')
    await this.#deps.enrolments.revoke(tx, { kind: 'order_line', ids: [line.id] })
  }

  /**
   * Restores the access of a line. The learner returns to the cohort to which people have moved them, or else to the bought cohort.
   * A gift that nobody has taken can be taken again.
   */
  async openLine(tx: Tx, { learnerId, isGift }: store.OrderRow, line: store.LineRow): Promise<void> {
    await store.setLineStatus(tx, line.id, 'granted')
    if (learnerId === null) return
    const { id, courseId, access, cohortId, first } = line
    const source = { kind: 'order_line', id } as const
    const place = { userId: learnerId, courseId, source, extending: 'always' } as const
    // A gift has no terms of its learner from its sale.
    const terms = isGift ? {} : { cohortId, first, keepsCohort: true }
    await this.#deps.enrolments.grant(tx, { ...place, access, ...terms })
  }

  /**
   * Marks a refund in progress as failed if the newest snapshot shows the money completely back, so that the refund was not made.
   */
  async #failReturned(
    tx: Tx,
    { purchase, isNews }: MoneyContext,
    own: readonly refunds.RefundRow[],
    done: ReadonlySet<RefundId>,
  ): Promise<void> {
    const running = own.find((refund) => refund.state === 'pending' && !done.has(refund.id))
    if (!running || !isNews || isUndecidedState(purchase.state)) return
    await this.failRefund(tx, running, notMade)
  }

  async failRefund(
    tx: Tx,
    { id, paymentId, kind }: Pick<refunds.RefundRow, 'id' | 'paymentId' | 'kind'>,
    failure: string,
  ): Promise<void> {
    await refunds.setFailed(tx, id, failure, this.#deps.clock.now())
    await exceptions.settleItem(
      tx,
      { topic: 'refund_stuck', paymentId, refundId: id },
      this.#deps.clock.now(),
    )
    // Money that does not belong to the order has an exception already, which stays open.
    if (kind !== 'held') {
      await exceptions.openPaymentException(
        tx,
        { topic: 'refund_failed', paymentId, refundId: id },
        this.#deps.clock.now(),
      )
    }
    await this.flagPayment(tx, paymentId)
  }

  /** Records a person's declaration whether a refund was made. A later snapshot that shows the opposite changes the outcome. */
  async endByDecision(
    tx: Tx,
    order: store.OrderRow,
    { payment, refundId, wasMade }: { payment: payments.PaymentRow; refundId: RefundId; wasMade: boolean },
  ): Promise<void> {
    const refund = await refunds.refundById(tx, refundId)
    if (!wasMade) return refunds.setFailed(tx, refundId, declaredNotMade, this.#deps.clock.now())
    await this.#finishAsked(tx, order, refund)
    await this.#settleAccounts(tx, { payment, isRealMoney: payment.heldCents > 0 })
  }

  /** Marks a refund as in progress that the provider has started and not finished. */
  async markRefundRunning(tx: Tx, payment: payments.PaymentRow): Promise<void> {
    const rows = await refunds.refundsOf(tx, payment.orderId)
    const running = rows.find((refund) => refund.paymentId === payment.id && isInFlight(refund))
    if (running && running.state !== 'planned') await refunds.setPending(tx, running.id, null)
  }

  /** Updates the held money, the open exceptions and the flags of a payment after a change of its refunds or outcome. */
  async #settleAccounts(
    tx: Tx,
    { payment, isRealMoney }: Pick<MoneyContext, 'payment' | 'isRealMoney'>,
  ): Promise<void> {
    const now = this.#deps.clock.now()
    const live = (await refunds.refundsOf(tx, payment.orderId)).filter(
      ({ paymentId, state }) => paymentId === payment.id && state === 'done',
    )
    const sum = (rows: readonly refunds.RefundRow[]) =>
      rows.reduce((all, { amountCents }) => all + amountCents, 0)
    const settles = payment.outcome === 'settled'
    const left = (payment.receivedCents ?? 0) - sum(live)
    const target = settles ? -sum(live.filter(({ isNamed }) => !isNamed)) : isRealMoney ? left : 0
    await this.#settleHeld(tx, payment, target, { isApplied: settles })
    const waits = left > 0 || (payment.receivedCents === null && payment.state === 'paid')
    const topics = { needs_review: 'held', surplus: 'surplus' } as const satisfies Record<
      string,
      ExceptionTopic
    >
    for (const [outcome, topic] of Object.entries(topics)) {
      const subject = { topic, paymentId: payment.id, refundId: null }
      if (payment.outcome === outcome && waits) await exceptions.openPaymentException(tx, subject, now)
      else await exceptions.settleItem(tx, subject, now)
    }
    const owned = { topic: 'already_owned', paymentId: payment.id, refundId: null } as const
    const mayBeOwned = settles && live.length > 0 && payment.attention.includes('already_owned')
    if (mayBeOwned && !(await store.hasOwnedLine(tx, payment.orderId)))
      await exceptions.settleItem(tx, owned, now)
    await this.flagPayment(tx, payment.id)
  }

  /** Moves the refunded amount in the books when the lines of a refund have become known. */
  async releaseNamed(tx: Tx, payment: payments.PaymentRow): Promise<void> {
    const unnamed = (await refunds.refundsOf(tx, payment.orderId)).filter(
      ({ paymentId, state, isNamed }) => paymentId === payment.id && state === 'done' && !isNamed,
    )
    const cents = unnamed.reduce((sum, { amountCents }) => sum + amountCents, 0)
    await this.#settleHeld(tx, payment, -cents, { isApplied: true })
  }

  async #settleHeld(
    tx: Tx,
    payment: payments.PaymentRow,
    target: number,
    { isApplied }: { isApplied: boolean },
  ): Promise<void> {
    const change = target - payment.heldCents
    if (change === 0) return
    const posting = await payments.setHeld(tx, payment.id, target)
    const kind = change > 0 ? 'held' : isApplied && payment.heldCents > 0 ? 'held_applied' : 'held_returned'
    await this.#deps.bookkeeping.recordHeld(tx, payment, { posting, kind, cents: Math.abs(change) })
    payment.heldCents = target
  }

  /** Updates the flags that lists of orders show. They follow from the open exceptions. */
  async flagPayment(tx: Tx, paymentId: PaymentId): Promise<void> {
    const open = await exceptions.openTopics(tx, paymentId)
    await payments.setAttention(
      tx,
      paymentId,
      open.flatMap((topic) => attentionOf[topic] ?? []),
    )
  }
}

const attentionOf: Partial<Record<ExceptionTopic, Attention>> = {
  unnamed_refund: 'partly_refunded',
  chargeback: 'chargeback',
  money_back: 'refund_reversed',
  already_owned: 'already_owned',
}
