import type { Handlers } from '../../policy/handler.ts'
import { refuse } from '../../policy/refusal.ts'

export function pricingRoutes(): Handlers {
  const soon = (): never => refuse('UNAVAILABLE')
  return {
    quotePrices: soon,
    listCoupons: soon,
    createCoupon: soon,
    updateCoupon: soon,
    readRates: soon,
    updateTaxRate: soon,
    listSellerRates: soon,
    updateFeeRate: soon,
  }
}
