import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { catalogueRoutes } from './catalogue.routes.ts'
import { Catalogue } from './catalogue.service.ts'

export const catalogue = defineFeature({
  create: (
    needs: Dependencies & {
      businesses: Businesses
      courses: Courses
      enrolments: Enrolments
      learning: Learning
      prerequisites: Prerequisites
      media: Media
    },
  ) => ({
    catalogue: new Catalogue(needs),
  }),
  calls: (all) => catalogueRoutes(all.catalogue),
  listeners: (all) => ({
    'user.erased': {
      'wishlist.erase': (tx, { payload }) => all.catalogue.wishlist.forget(tx, payload.userId),
    },
  }),
  caughtUp: async (all) => all.catalogue.caughtUp(),
  close: async (all) => all.catalogue.close(),
})
