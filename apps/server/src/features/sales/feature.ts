import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import type { Pricing } from '#server/features/pricing/pricing.service.ts'
import { sellerOrdersRoutes } from './orders/seller-orders.routes.ts'
import { SellerOrders } from './orders/seller-orders.service.ts'
import { refundsRoutes } from './refunds/refunds.routes.ts'
import { salesJobs } from './sales.jobs.ts'
import { salesRoutes } from './sales.routes.ts'
import { Sales } from './sales.service.ts'

interface Needs extends Dependencies {
  accounts: Accounts
  businesses: Businesses
  enrolments: Enrolments
  learning: Learning
  prerequisites: Prerequisites
  pricing: Pricing
  accounting: Accounting
}

export const sales = defineFeature({
  create: (needs: Needs) => ({ sales: new Sales(needs), sellerOrders: new SellerOrders(needs) }),
  calls: (all) => ({
    ...salesRoutes(all.sales),
    ...refundsRoutes(all.sales),
    ...sellerOrdersRoutes(all.sellerOrders),
  }),
  jobs: (all) => salesJobs(all.sales),
  retention: (all) => [
    // The body of a provider's callback contains the payer's name and address. The rest of the stored callback stays.
    { period: 'callbacks.body', deleteBefore: (before) => all.sales.buyerDetails.emptyCallbacks(before) },
  ],
})
