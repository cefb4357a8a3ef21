import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { bundlesRoutes } from './bundles.routes.ts'
import { Bundles } from './bundles.service.ts'
import { tables } from './bundles.tables.ts'

export const bundles = defineFeature({
  tables,
  create: (needs: Dependencies & { businesses: Businesses; media: Media }) => ({
    bundles: new Bundles(needs),
  }),
  calls: (all) => bundlesRoutes(all.bundles),
})
