import type { ShownOrderState } from '@apogee/contracts/sales/order-states.ts'
import type { SellerOrder, SellerOrderDetail } from '@apogee/contracts/sales/orders.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageOf, pageRequest, type Page, type PageRequest } from '#server/platform/pages.ts'
import { hasTrigram, searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { refuse } from '#server/policy/refusal.ts'
import { refuseDaysReversed } from '#server/policy/reversed-days.ts'
import { sellerScope, type SellerScope } from '#server/policy/seller-scope.ts'
import { isPartOfPublicId, isPublicId, statusShown } from '../model/orders.rules.ts'
import {
  moneyOf,
  moneyOfLines,
  paperTyped,
  receiptNumber,
  type MoneyScope,
} from '#server/features/accounting/accounting.service.ts'
import * as past from './order-history.store.ts'
import { asShown, historyOf, refundMoments } from './seller-orders.rules.ts'
import * as store from './seller-orders.store.ts'
import { usualLimits, type OrderFilter, type OrderLimits } from './wanted-orders.store.ts'

export interface OrderQuery {
  status?: ShownOrderState | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
  courseId?: number | undefined
  sellerId?: number | undefined
}

/**
 * Finding a few orders compares fewer candidates than a list, which counts the matches: of many candidates, the newest orders of the
 * scope contain some.
 */
const limitsOfFinding: OrderLimits = { ...usualLimits, candidatesOfSearch: 1_000 }

/** The fewest characters of an order's number by which orders are searched. */
const numberFrom = 6

/** Returns the seller, or all sellers, if the filter selects all orders of the scope. Null means that the filter omits some. */
function wholeSeller(scope: SellerScope, filter: OrderFilter): MoneyScope | null {
  const { sellerId, status, search, from, to, courseId } = filter
  if (status ?? search ?? from ?? to ?? courseId) return null
  if (sellerId === undefined) return scope
  return 'all' in scope ? { sellerId } : null
}

function filterOf({ search, ...asked }: OrderQuery): OrderFilter {
  refuseDaysReversed(asked)
  const pattern = searchPattern(search)
  const typed = search?.trim() ?? ''
  return {
    ...asked,
    search:
      pattern === null
        ? null
        : {
            pattern,
            isIndexed: hasTrigram(typed),
            email: typed.includes('@') ? typed : null,
            nameOfAddress: (typed.endsWith('@') ? typed.slice(0, -1) : typed).toLowerCase(),
            number: typed.length >= numberFrom && isPartOfPublicId(typed) ? typed : null,
            paper: paperTyped(typed),
          },
  }
}

interface SellerOrdersDependencies {
  database: Database
  clock: Clock
}

export class SellerOrders {
  readonly #deps: SellerOrdersDependencies

  constructor(deps: SellerOrdersDependencies) {
    this.#deps = deps
  }

  async listOrders(caller: Caller, asked: OrderQuery, page: PageRequest) {
    const scope = sellerScope(caller)
    const filter = filterOf(asked)
    const [{ lines, ...total }, rows] = await Promise.all([
      store.totalsOfSeller(this.#deps.database.kysely, scope, filter),
      store.ordersOfSeller(this.#deps.database.kysely, scope, filter, page),
    ])
    const { data, meta } = pageOf(rows, total, page)
    return {
      data: data.map(presentInList),
      meta: { ...meta, ...(await this.#moneyIn(scope, filter, lines)) },
    }
  }

  /**
   * Returns the sums of money of all matching orders. The sums of a whole seller are stored; other sums are added up from lines.
   */
  async #moneyIn(scope: SellerScope, filter: OrderFilter, lines: store.OrderTotals['lines']) {
    const { kysely } = this.#deps.database
    const seller = wholeSeller(scope, filter)
    if (!seller) {
      const sold = lines && (await moneyOfLines(kysely, lines))
      return {
        paid: sold && sold.sales,
        refunded: sold && sold.refunds + sold.chargebacks,
        chargedBack: sold && sold.chargebacks,
        fees: sold && sold.fees,
        invoices: null,
      }
    }
    const { sales, refunds, chargebacks, fees, invoices } = await moneyOf(kysely, seller)
    return {
      paid: sales - invoices.sales,
      refunded: refunds + chargebacks - invoices.refunds,
      chargedBack: chargebacks,
      fees: fees - invoices.fees,
      invoices: { paid: invoices.sales, refunded: invoices.refunds, fees: invoices.fees },
    }
  }

  /** Returns the newest orders as the list shows them. */
  async newestOrders(caller: Caller, limit: number): Promise<SellerOrder[]> {
    const rows = await this.#rowsOf(caller, {}, pageRequest({ limit }))
    return rows.slice(0, limit).map(presentInList)
  }

  /** Finds up to `limit` orders by their buyer, their number or that of a receipt, like the searched list. */
  async findOrders(caller: Caller, search: string, limit: number): Promise<SellerOrder[]> {
    const scope = sellerScope(caller)
    const asked = filterOf({ search }).search
    if (!asked) return []
    const rows = await store.ordersOfSeller(
      this.#deps.database.kysely,
      scope,
      { search: { ...asked, byTitle: false } },
      pageRequest({ limit }),
      limitsOfFinding,
    )
    return rows.slice(0, limit).map(presentInList)
  }

  readonly #rowsOf = (
    caller: Caller,
    asked: OrderQuery,
    page: PageRequest,
  ): Promise<store.SellerOrderRow[]> =>
    store.ordersOfSeller(this.#deps.database.kysely, sellerScope(caller), filterOf(asked), page)

  /** Returns a page for an export, without totals and with full e-mail addresses. */
  async pageOfOrders(caller: Caller, asked: OrderQuery, page: PageRequest): Promise<Page<SellerOrder>> {
    const rows = await this.#rowsOf(caller, asked, page)
    const { data, meta } = pageOf(rows, { exact: rows.length }, page)
    return { data: data.map(present), meta }
  }

  readonly choices = (caller: Caller): Promise<store.OrderChoices> =>
    store.choicesOfSeller(this.#deps.database.kysely, sellerScope(caller))

  /** Returns one order. The order of another seller is not found, as if its id were unknown. */
  async readOrder(caller: Caller, publicId: string): Promise<SellerOrderDetail> {
    const scope = sellerScope(caller)
    const order = isPublicId(publicId)
      ? await store.orderOfSeller(this.#deps.database.kysely, scope, publicId)
      : undefined
    if (!order) refuse('ORDER_NOT_FOUND')
    const { id, hasOtherSellers } = order
    await past.noteView(this.#deps.database.kysely, {
      orderId: id,
      actorId: caller.userId,
      at: this.#deps.clock.now(),
    })
    const [paid, refunds, receipts, changes, views] = await Promise.all([
      past.paymentsInFull(this.#deps.database.kysely, scope, id),
      past.refundsOf(this.#deps.database.kysely, scope, id, hasOtherSellers),
      past.receiptsOf(this.#deps.database.kysely, scope, id),
      past.changesOf(this.#deps.database.kysely, scope, id),
      past.viewsOf(this.#deps.database.kysely, scope, id),
    ])
    const history = [...changes, ...refunds.flatMap(refundMoments)]
    const payments = paid.map((payment) => asShown(payment, order.lines))
    return {
      ...present(order),
      hasOtherSellers,
      payments: payments.map((payment) => ({
        status: payment.state,
        outcome: payment.outcome,
        amount: hasOtherSellers ? null : payment.receivedCents,
        openedAt: payment.createdAt.toISOString(),
        paidAt: payment.paidAt?.toISOString() ?? null,
        purchaseId: payment.purchaseId,
        readings: payment.readings.map((snapshot) => ({
          ...snapshot,
          refundable: hasOtherSellers ? null : snapshot.refundable,
        })),
        callbacks: payment.callbacks,
      })),
      refunds: refunds.map(({ state, kind, amount, reason, at, resolvedAt }) => ({
        state,
        kind,
        amount,
        reason,
        at: at.toISOString(),
        resolvedAt: resolvedAt?.toISOString() ?? null,
      })),
      receipts: receipts.map(({ id, kind, amount, issuedAt, ...numbered }) => ({
        id,
        kind,
        number: receiptNumber({ kind, ...numbered }),
        amount,
        issuedAt: issuedAt.toISOString(),
      })),
      history: historyOf({ ...order, payments, history }).map(({ at, what, who = null }) => ({
        at: at.toISOString(),
        what,
        who,
      })),
      views: views.map(({ at, name }) => ({ at: at.toISOString(), name })),
    }
  }
}

/**
 * Presents an order in a list, with a masked e-mail address. The full address appears with a single order, whose reading is
 * recorded, and in exports.
 */
function presentInList(order: store.SellerOrderRow): SellerOrder {
  const { buyer, ...shown } = present(order)
  return { ...shown, buyer: buyer && { ...buyer, email: maskedEmail(buyer.email) } }
}

function present(order: store.SellerOrderRow): SellerOrder {
  return {
    id: order.publicId,
    status: statusShown(order.state, order.payments),
    amount: order.amount,
    currency: 'MYR',
    createdAt: order.createdAt.toISOString(),
    paidAt: order.settledAt?.toISOString() ?? null,
    buyer:
      order.buyerEmail === null
        ? null
        : { id: order.buyerId, name: order.buyerName, email: order.buyerEmail },
    code: order.code,
    ...(order.gift !== null && { gift: order.gift }),
    lines: order.lines,
  }
}
