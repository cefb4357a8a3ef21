import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import { learningRoutes } from './learning.routes.ts'
import { Learning } from './learning.service.ts'

export const learning = defineFeature({
  create: (needs: Dependencies & { enrolments: Enrolments }) => ({ learning: new Learning(needs) }),
  calls: (all) => learningRoutes(all.learning),
})
