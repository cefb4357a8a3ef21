import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Bundles } from '#server/features/bundles/bundles.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import { pricingRoutes } from './pricing.routes.ts'
import { Pricing } from './pricing.service.ts'

export const pricing = defineFeature({
  create: (
    needs: Dependencies & {
      accounts: Accounts
      bundles: Bundles
      businesses: Businesses
      enrolments: Enrolments
      prerequisites: Prerequisites
    },
  ) => ({
    pricing: new Pricing(needs),
  }),
  calls: (all) => pricingRoutes(all.pricing),
})
