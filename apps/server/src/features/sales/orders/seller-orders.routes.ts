import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { SellerOrders } from './seller-orders.service.ts'

export function sellerOrdersRoutes(orders: SellerOrders): Handlers {
  return {
    listOrders: async (call) => orders.listOrders(signedIn(call), call.query, pageRequest(call.query)),
    orderChoices: async (call) => ({ data: await orders.choices(signedIn(call)) }),
    readOrder: async (call) => ({ data: await orders.readOrder(signedIn(call), call.params.id) }),
  }
}
