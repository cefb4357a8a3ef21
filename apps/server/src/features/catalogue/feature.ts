import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { catalogueRoutes } from './catalogue.routes.ts'
import { Catalogue } from './catalogue.service.ts'

export const catalogue = defineFeature({
  create: (
    needs: Dependencies & { businesses: Businesses; courses: Courses; learning: Learning; media: Media },
  ) => ({
    catalogue: new Catalogue(needs),
  }),
  calls: (all) => catalogueRoutes(all.catalogue),
  caughtUp: async (all) => all.catalogue.caughtUp(),
  close: async (all) => all.catalogue.close(),
})
