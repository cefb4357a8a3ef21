/**
 * Decides who may refund and who may request a refund. Sellers refund their own lines, and buyers request refunds within the
 * promise of the lines.
 */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { OrderRefunds, Refund, RefundOptions, RefundRequest } from '@apogee/contracts/sales/refunds.ts'
import { emit } from '#server/events.ts'
import type { Db } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import { declinedMail, requestMail } from './refund-requests.mail.ts'
import { askable, isInFlight, isUnexplained, refundWindowEnd } from './refunds.rules.ts'
import * as refunds from './refunds.store.ts'
import { presentRefund, type Refunding, type RefundingDependencies } from './refunds.ts'
import { sellerOf } from '../exceptions/payment-exceptions.store.ts'
import { isPublicId } from '../model/orders.rules.ts'
import * as store from '../model/orders.store.ts'
import * as payments from '../model/payments.store.ts'
import { sellerScope } from '#server/policy/seller-scope.ts'

export interface RefundRequestsDependencies extends Pick<RefundingDependencies, 'database' | 'clock'> {
  accounts: Pick<Accounts, 'consumeAttempt'>
  refunding: Refunding
  learning: Pick<Learning, 'watchedIn'>
  publicUrl: string | null
  ownOrigin: () => string
}

export interface RefundToRequest {
  courseIds: readonly number[]
  reason: string
  expectedAmount?: number | undefined
}

export class RefundRequests {
  readonly #deps: RefundRequestsDependencies

  constructor(deps: RefundRequestsDependencies) {
    this.#deps = deps
  }

  readonly #origin = () => this.#deps.publicUrl ?? this.#deps.ownOrigin()

  /**
   * Returns the seller whose lines the caller manages. Null means all sellers; -1, which matches no seller, means that the caller
   * sells nothing yet. Refuses roles that cannot sell.
   */
  async sellerIdOf(caller: Caller): Promise<number | null> {
    const scope = sellerScope(caller)
    if ('all' in scope) return null
    return (await sellerOf(this.#deps.database.kysely, scope)) ?? -1
  }

  async #orderFor(caller: Caller, publicId: string) {
    const sellerId = await this.sellerIdOf(caller)
    const order = isPublicId(publicId)
      ? await refunds.refundableOrder(this.#deps.database.kysely, publicId)
      : undefined
    const lines = order?.lines.filter((line) => sellerId === null || line.sellerId === sellerId) ?? []
    return order && lines.length > 0 ? { ...order, lines } : refuse('ORDER_NOT_FOUND')
  }

  /** Refunds the remaining price of each of these lines. The access of a line ends when the provider has refunded the money. */
  async refundOrder(caller: Caller, publicId: string, asked: RefundToRequest): Promise<Refund> {
    const order = await this.#orderFor(caller, publicId)
    const wanted = order.lines.filter(({ courseId }) => asked.courseIds.includes(courseId))
    if (wanted.length !== new Set(asked.courseIds).size) refuse('REFUND_NOT_POSSIBLE')
    const refund = await this.refundLines(caller, order.id, wanted, asked)
    return presentRefund(refund, titlesOf(order.lines))
  }

  async refundLines(
    caller: Caller,
    orderId: OrderId,
    wanted: readonly { lineId: number }[],
    { reason, expectedAmount }: Pick<RefundToRequest, 'reason' | 'expectedAmount'>,
  ): Promise<refunds.RefundRow> {
    const paid = await payments.settlingPayment(this.#deps.database.kysely, orderId)
    if (!paid) return refuse('REFUND_NOT_POSSIBLE')
    const lineIds = new Set(wanted.map(({ lineId }) => lineId))
    return this.#deps.refunding.refundPayment(paid, async (tx, order, payment) => {
      if (payment.outcome !== 'settled') refuse('REFUND_NOT_POSSIBLE')
      const lines = (await store.linesOf(tx, order.id)).filter(({ id }) => lineIds.has(id))
      if (!lines.every(canGoBack)) refuse('REFUND_NOT_POSSIBLE')
      const shares = lines.map((line) => ({ lineId: line.id, cents: line.priceCents - line.refundedCents }))
      const amountCents = shares.reduce((sum, { cents }) => sum + cents, 0)
      if (expectedAmount !== undefined && expectedAmount !== amountCents) refuse('REFUND_AMOUNT_CHANGED')
      return { amountCents, lines: shares, reason, by: caller }
    })
  }

  async orderRefunds(caller: Caller, publicId: string): Promise<OrderRefunds> {
    const order = await this.#orderFor(caller, publicId)
    const own = new Set(order.lines.map(({ lineId }) => lineId))
    const all = await refunds.refundsOf(this.#deps.database.kysely, order.id)
    const running = new Set(all.filter(isInFlight).flatMap(({ lines }) => lines.map(({ lineId }) => lineId)))
    const requests = await refunds.requestsOfOrder(this.#deps.database.kysely, order.id)
    const seesAll = (await this.sellerIdOf(caller)) === null
    const courseIds = order.isGift ? [] : order.lines.map(({ courseId }) => courseId)
    const watched = await this.#deps.learning.watchedIn(this.#deps.database.kysely, order.buyerId, courseIds)
    const shown = all.filter(({ lines }) => seesAll || lines.some(({ lineId }) => own.has(lineId)))
    const { buyerEmail: email, buyerName: name } = order
    return {
      buyer: email === null ? null : { name, email },
      isUnexplained: all.some(isUnexplained),
      lines: order.lines.map(({ lineId, courseId, title, priceCents, leftCents, status, moneyBack }) => {
        const isPossible = status !== 'open' && !running.has(lineId)
        return {
          courseId,
          title,
          price: priceCents,
          refundable: isPossible ? leftCents : 0,
          moneyBack,
          endsAt: refundWindowEnd(order.settledAt, moneyBack)?.toISOString() ?? null,
          watchedPercent: watched.get(courseId) ?? 0,
        }
      }),
      refunds: shown.map((refund) => {
        const lines = refund.lines.filter(({ lineId }) => own.has(lineId))
        // The amount counts only the caller's own lines, because a seller must not see refunds of other sellers.
        const amountCents = seesAll ? refund.amountCents : lines.reduce((sum, { cents }) => sum + cents, 0)
        return presentRefund({ ...refund, lines, amountCents }, titlesOf(order.lines))
      }),
      requests: requests
        .filter(({ lines }) => lines.some(({ lineId }) => own.has(lineId)))
        .map(presentRequest),
    }
  }

  async #purchaseOf(db: Db, buyer: Caller, publicId: string): Promise<refunds.RefundableOrder> {
    const order = isPublicId(publicId) ? await refunds.refundableOrder(db, publicId) : undefined
    return order?.buyerId === buyer.userId ? order : refuse('PAYMENT_NOT_FOUND')
  }

  async #optionsOf(db: Db, order: refunds.RefundableOrder): Promise<RefundOptions> {
    const courseIds = order.lines.map(({ courseId }) => courseId)
    const watched = await this.#deps.learning.watchedIn(db, order.buyerId, order.isGift ? [] : courseIds)
    const requests = await refunds.requestsOfOrder(db, order.id)
    const all = await refunds.refundsOf(db, order.id)
    const running = new Set(all.filter(isInFlight).flatMap(({ lines }) => lines.map(({ lineId }) => lineId)))
    const waiting = new Set(
      all
        .filter(isInFlight)
        .flatMap(({ needsApproval, lines }) => (needsApproval ? lines.map(({ lineId }) => lineId) : [])),
    )
    const requestFor = (lineId: number) => {
      const state = requests.findLast(({ lines }) => lines.some((line) => line.lineId === lineId))?.state
      return state === 'open' || state === 'declined' ? state : null
    }
    const { settledAt } = order
    const now = this.#deps.clock.now()
    const ends = order.lines.flatMap(({ moneyBack }) => refundWindowEnd(settledAt, moneyBack) ?? [])
    const last = ends.reduce<Date | null>((latest, end) => (latest && latest > end ? latest : end), null)
    return {
      endsAt: last?.toISOString() ?? null,
      lines: order.lines.map((line) => {
        const watchedPercent = watched.get(line.courseId) ?? 0
        const isUnderWay = running.has(line.lineId)
        const isWaiting = waiting.has(line.lineId)
        const state = askable({
          ...line,
          settledAt,
          watchedPercent,
          now,
          request: requestFor(line.lineId),
          isUnderWay,
          isTaken: order.isTaken,
        })
        const { courseId, title, leftCents: amount, moneyBack } = line
        const endsAt = refundWindowEnd(settledAt, moneyBack)?.toISOString() ?? null
        return {
          courseId,
          title,
          amount,
          watchedPercent,
          moneyBack,
          endsAt,
          state: isWaiting ? 'waiting' : state,
        }
      }),
      requests: requests.map((request) => {
        const { buyer: _, ...shown } = presentRequest(request)
        return shown
      }),
    }
  }

  readonly readOptions = async (buyer: Caller, publicId: string): Promise<RefundOptions> =>
    this.#optionsOf(
      this.#deps.database.kysely,
      await this.#purchaseOf(this.#deps.database.kysely, buyer, publicId),
    )

  /**
   * Creates one request for each seller. The whole request is refused if one of the lines is requested already or cannot be
   * refunded.
   */
  async requestRefund(
    buyer: Caller,
    publicId: string,
    { courseIds, reason }: { courseIds?: readonly number[] | undefined; reason: string },
  ): Promise<RefundOptions> {
    const { id } = await this.#purchaseOf(this.#deps.database.kysely, buyer, publicId)
    await this.#deps.accounts.consumeAttempt('refund.request', String(buyer.userId))
    await this.#deps.database.transaction(async (tx) => {
      await store.lockOrder(tx, id)
      const order = await this.#purchaseOf(tx, buyer, publicId)
      const { lines: options } = await this.#optionsOf(tx, order)
      const state = new Map(options.map((option) => [option.courseId, option.state]))
      const asked =
        courseIds ?? options.filter((option) => option.state === 'open').map(({ courseId }) => courseId)
      if (asked.length === 0 || asked.some((one) => !state.has(one))) refuse('REFUND_NOT_POSSIBLE')
      const states = asked.map((one) => state.get(one))
      if (states.includes('not_promised')) refuse('REFUND_NOT_PROMISED')
      if (states.includes('too_late')) refuse('REFUND_TOO_LATE')
      if (states.includes('watched')) refuse('REFUND_WATCHED')
      if (states.some((one) => one !== 'open')) refuse('REFUND_NOT_POSSIBLE')
      const lines = order.lines.filter(({ courseId }) => asked.includes(courseId))
      for (const sellerId of new Set(lines.map((line) => line.sellerId))) {
        const own = lines.filter((line) => line.sellerId === sellerId)
        const request = { publicId: newPublicId(), orderId: id, sellerId, reason, at: this.#deps.clock.now() }
        const requestId = await refunds.insertRequest(
          tx,
          request,
          own.map(({ lineId }) => lineId),
        )
        await emit(tx, 'refund.requested', { requestId, sellerId, buyerId: buyer.userId })
        const titles = own.map(({ title }) => title)
        const link = `${this.#origin()}/admin/orders/${publicId}`
        for (const { email: to, language, isProven } of await refunds.peopleOfSeller(tx, sellerId)) {
          const mail = requestMail(language, { isProven, titles, reason, link })
          await queueMail(tx, {
            to,
            language,
            ...mail,
            occasion: `refund-request:${requestId}:${to}`,
            seller: null,
          })
        }
      }
    })
    return this.readOptions(buyer, publicId)
  }

  async withdrawRequest(buyer: Caller, publicId: string): Promise<void> {
    const request = isPublicId(publicId)
      ? await refunds.requestByPublicId(this.#deps.database.kysely, publicId)
      : undefined
    if (request?.buyerId !== buyer.userId) refuse('REFUND_REQUEST_NOT_FOUND')
    const end = { state: 'withdrawn', answer: '', by: buyer.userId, at: this.#deps.clock.now() } as const
    const isEnded = await this.#deps.database.transaction(async (tx) => {
      await store.lockOrder(tx, request.orderId)
      return refunds.endRequest(tx, request.id, end)
    })
    if (!isEnded) refuse('REFUND_REQUEST_ANSWERED')
  }

  async listRequests(
    caller: Caller,
    state: RefundRequest['state'] | undefined,
    page: PageRequest,
  ): Promise<Page<RefundRequest>> {
    const { rows, total } = await refunds.requestsOf(
      this.#deps.database.kysely,
      await this.sellerIdOf(caller),
      state,
      page,
    )
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(presentRequest), meta }
  }

  /** Answers a request. A request that is granted stays open until the provider has refunded the money. */
  async answerRequest(
    caller: Caller,
    publicId: string,
    answer: { decision: 'refund' | 'decline'; reason: string; expectedAmount?: number | undefined },
  ): Promise<RefundRequest> {
    const sellerId = await this.sellerIdOf(caller)
    const request = isPublicId(publicId)
      ? await refunds.requestByPublicId(this.#deps.database.kysely, publicId)
      : undefined
    if (!request || (sellerId !== null && request.sellerId !== sellerId)) refuse('REFUND_REQUEST_NOT_FOUND')
    if (request.state !== 'open') refuse('REFUND_REQUEST_ANSWERED')
    // A part of the lines may have been refunded since the request.
    const left = request.lines.filter(({ leftCents }) => leftCents > 0)
    if (answer.decision === 'refund') await this.refundLines(caller, request.orderId, left, answer)
    else await this.#decline(caller, request, answer.reason)
    return presentRequest((await refunds.requestByPublicId(this.#deps.database.kysely, publicId)) ?? request)
  }

  #decline(caller: Caller, request: refunds.RequestRow, reason: string): Promise<void> {
    return this.#deps.database.transaction(async (tx) => {
      await store.lockOrder(tx, request.orderId)
      const end = {
        state: 'declined',
        answer: reason,
        by: caller.userId,
        at: this.#deps.clock.now(),
      } as const
      if (!(await refunds.endRequest(tx, request.id, end))) refuse('REFUND_REQUEST_ANSWERED')
      await emit(tx, 'refund.declined', { requestId: request.id, buyerId: request.buyerId })
      if (request.buyerEmail === null) return
      const link = `${this.#origin()}/purchases/${request.orderPublicId}`
      const titles = request.lines.map(({ title }) => title)
      const { buyerEmail: to, isBuyerProven: isProven, language } = request
      const mail = declinedMail(language, { isProven, titles, reason, link })
      await queueMail(tx, { to, language, ...mail, occasion: `refund-declined:${request.id}`, seller: null })
    })
  }
}

/** Returns whether a line can be refunded. This includes a closed line whose refund was reversed and that was not reopened. */
const canGoBack = ({ status, priceCents, refundedCents }: store.LineRow): boolean =>
  status === 'granted' || (status === 'refunded' && refundedCents < priceCents)

const titlesOf = (lines: readonly { lineId: number; courseId: number; title: string }[]) =>
  new Map(lines.map(({ lineId, courseId, title }) => [lineId, { courseId, title }]))

function presentRequest(request: refunds.RequestRow): RefundRequest {
  const { buyerEmail: email, buyerName: name } = request
  return {
    id: request.publicId,
    orderId: request.orderPublicId,
    state: request.state,
    reason: request.reason,
    answer: request.answer,
    createdAt: request.createdAt.toISOString(),
    answeredAt: request.answeredAt?.toISOString() ?? null,
    buyer: email === null ? null : { name, email: maskedEmail(email) },
    lines: request.lines.map(({ courseId, title, leftCents, priceCents }) => ({
      courseId,
      title,
      amount: request.state === 'open' ? leftCents : priceCents,
    })),
  }
}
