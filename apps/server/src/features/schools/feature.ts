import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Bundles } from '#server/features/bundles/bundles.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Catalogue } from '#server/features/catalogue/catalogue.service.ts'
import type { Reviews } from '#server/features/reviews/reviews.service.ts'
import { schoolsRoutes } from './schools.routes.ts'
import { Schools } from './schools.service.ts'
import { tables } from './schools.tables.ts'

export const schools = defineFeature({
  tables,
  create: (
    needs: Dependencies & {
      businesses: Businesses
      catalogue: Catalogue
      bundles: Bundles
      reviews: Reviews
    },
  ) => ({ schools: new Schools(needs) }),
  calls: (all) => schoolsRoutes(all.schools),
  listeners: (all) => ({
    'user.erased': {
      'schools.erase': (tx, { payload }) => all.schools.forget(tx, payload.userId),
    },
  }),
})
