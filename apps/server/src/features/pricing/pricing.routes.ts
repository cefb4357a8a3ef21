import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import { visitorOf } from '#server/policy/client-info.ts'
import type { Pricing } from './pricing.service.ts'

export function pricingRoutes(pricing: Pricing): Handlers {
  return {
    quotePrices: async ({ caller, body, request }) => ({
      data: await pricing.quote(caller, body.courseIds, body.code, visitorOf(request).address),
    }),
    listCoupons: async (call) => pricing.listCoupons(signedIn(call), call.query, pageRequest(call.query)),
    createCoupon: async (call) => ({ data: await pricing.createCoupon(signedIn(call), call.body) }),
    updateCoupon: async (call) => ({
      data: await pricing.updateCoupon(signedIn(call), call.params.id, call.body),
    }),
    readRates: async (call) => ({ data: await pricing.readRates(signedIn(call)) }),
    updateTaxRate: async (call) => ({
      data: await pricing.updateTaxRate(signedIn(call), call.body),
    }),
    readMoneyBack: async (call) => ({ data: await pricing.readMoneyBack(signedIn(call)) }),
    updateMoneyBack: async (call) => ({ data: await pricing.updateMoneyBack(signedIn(call), call.body) }),
    listSellerRates: async ({ query }) => pricing.listSellerRates(query.search, pageRequest(query)),
    updateFeeRate: async (call) => ({
      data: await pricing.updateFeeRate(signedIn(call), call.params.id, call.body),
    }),
  }
}
