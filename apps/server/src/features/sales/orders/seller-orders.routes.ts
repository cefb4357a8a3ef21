import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { SellerOrders } from './seller-orders.service.ts'

export function sellerOrdersRoutes(orders: SellerOrders): Handlers {
  return {
    listOrders: async (call) => orders.listOrders(call.user, call.query, pageRequest(call.query)),
    orderChoices: (call) => withData(orders.choices(call.user)),
    readOrder: (call) => withData(orders.readOrder(call.user, call.params.id)),
  }
}
