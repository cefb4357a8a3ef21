/** The seller's view of orders: what was sold, to whom, and how it stands. */
import type { PaymentStatus } from '@apogee/contracts/checkout.ts'
import type { SellerOrder, SellerOrderDetail } from '@apogee/contracts/orders.ts'
import type { Database } from '../../platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '../../platform/pages.ts'
import { searchPattern } from '../../platform/search-pattern.ts'
import type { Caller } from '../../policy/caller.ts'
import { refuse } from '../../policy/refusal.ts'
import { isPublicId, statusShown } from './checkout.rules.ts'
import { historyOf, sellerScope } from './seller-orders.rules.ts'
import * as store from './seller-orders.store.ts'

export type SellerOrders = ReturnType<typeof createSellerOrders>

export function createSellerOrders({ database }: { database: Database }) {
  async function listOrders(
    caller: Caller,
    asked: { status?: PaymentStatus | undefined; search?: string | undefined },
    page: PageRequest,
  ): Promise<Page<SellerOrder>> {
    const filter = { status: asked.status, pattern: searchPattern(asked.search) }
    const { rows, total } = await store.ordersOfSeller(database.kysely, sellerScope(caller), filter, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(present), meta }
  }

  /** Somebody else's order is no order: the same answer as for an id that never was. */
  async function readOrder(caller: Caller, publicId: string): Promise<SellerOrderDetail> {
    const scope = sellerScope(caller)
    const order = isPublicId(publicId)
      ? await store.orderOfSeller(database.kysely, scope, publicId)
      : undefined
    if (!order) refuse('ORDER_NOT_FOUND')
    const { hasOtherSellers, paymentsInFull: payments } = order
    return {
      ...present(order),
      hasOtherSellers,
      payments: payments.map(({ state, outcome, receivedCents, createdAt, paidAt }) => ({
        status: state,
        outcome,
        amount: hasOtherSellers ? null : receivedCents,
        openedAt: createdAt.toISOString(),
        paidAt: paidAt?.toISOString() ?? null,
      })),
      history: historyOf({ ...order, payments }).map(({ at, what }) => ({ at: at.toISOString(), what })),
    }
  }

  return { listOrders, readOrder }
}

function present(order: store.SellerOrderRow): SellerOrder {
  return {
    id: order.publicId,
    status: statusShown(order.state, order.payments),
    amount: order.amount,
    currency: 'MYR',
    createdAt: order.createdAt.toISOString(),
    paidAt: order.settledAt?.toISOString() ?? null,
    buyer: order.buyerEmail === null ? null : { name: order.buyerName, email: order.buyerEmail },
    lines: order.lines,
  }
}
