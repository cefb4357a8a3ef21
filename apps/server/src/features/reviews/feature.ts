import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import { reviewsRoutes } from './reviews.routes.ts'
import { Reviews } from './reviews.service.ts'

export const reviews = defineFeature({
  create: (needs: Dependencies & { enrolments: Enrolments }) => ({ reviews: new Reviews(needs) }),
  calls: (all) => reviewsRoutes(all.reviews),
  listeners: (all) => ({
    'user.erased': {
      'reviews.erase': (tx, { payload }) => all.reviews.forget(tx, payload.userId),
    },
  }),
})
