import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Pricing } from './pricing.service.ts'

export function pricingRoutes(pricing: Pricing): Handlers {
  return {
    quotePrices: async ({ caller, body, request }) => ({
      data: await pricing.quote(caller, body.courseIds, body.code, clientInfoOf(request).address),
    }),
    listCoupons: async (call) =>
      pricing.coupons.listCoupons(signedIn(call), call.query, pageRequest(call.query)),
    createCoupon: async (call) => ({ data: await pricing.coupons.createCoupon(signedIn(call), call.body) }),
    updateCoupon: async (call) => ({
      data: await pricing.coupons.updateCoupon(signedIn(call), call.params.id, call.body),
    }),
    readRates: async (call) => ({ data: await pricing.coupons.readRates(signedIn(call)) }),
    updateTaxRate: async (call) => ({
      data: await pricing.coupons.updateTaxRate(signedIn(call), call.body),
    }),
    readMoneyBack: async (call) => ({ data: await pricing.coupons.readMoneyBack(signedIn(call)) }),
    updateMoneyBack: async (call) => ({
      data: await pricing.coupons.updateMoneyBack(signedIn(call), call.body),
    }),
    listSellerRates: async ({ query }) => pricing.coupons.listSellerRates(query.search, pageRequest(query)),
    updateFeeRate: async (call) => ({
      data: await pricing.coupons.updateFeeRate(signedIn(call), call.params.id, call.body),
    }),
  }
}
