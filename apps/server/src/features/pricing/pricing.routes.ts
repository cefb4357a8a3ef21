import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Pricing } from './pricing.service.ts'

export function pricingRoutes(pricing: Pricing): Handlers {
  return {
    quotePrices: ({ caller, body, request }) =>
      withData(pricing.quote(caller, body, clientInfoOf(request).address)),
    listCoupons: async (call) => pricing.coupons.listCoupons(call.user, call.query, pageRequest(call.query)),
    createCoupon: (call) => withData(pricing.coupons.createCoupon(call.user, call.body)),
    updateCoupon: (call) => withData(pricing.coupons.updateCoupon(call.user, call.params.id, call.body)),
    readRates: (call) => withData(pricing.coupons.readRates(call.user)),
    updateTaxRate: (call) => withData(pricing.coupons.updateTaxRate(call.user, call.body)),
    readMoneyBack: (call) => withData(pricing.coupons.readMoneyBack(call.user)),
    updateMoneyBack: (call) => withData(pricing.coupons.updateMoneyBack(call.user, call.body)),
    listSellerRates: async ({ query }) => pricing.coupons.listSellerRates(query, pageRequest(query)),
    updateFeeRate: (call) => withData(pricing.coupons.updateFeeRate(call.user, call.params.id, call.body)),
  }
}
