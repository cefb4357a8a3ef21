import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import { prerequisitesRoutes } from './prerequisites.routes.ts'
import { Prerequisites } from './prerequisites.service.ts'

export const prerequisites = defineFeature({
  create: (needs: Dependencies & { learning: Learning }) => ({ prerequisites: new Prerequisites(needs) }),
  calls: (all) => prerequisitesRoutes(all.prerequisites),
  listeners: (all) => ({
    'course.completed': {
      'prerequisites.open': (tx, { payload }) => all.prerequisites.completed(tx, payload),
    },
    'course.copied': {
      'prerequisites.copy': (tx, { payload }) => all.prerequisites.copy(tx, payload),
    },
    'user.erased': {
      'prerequisites.erase': (tx, { payload }) => all.prerequisites.forgetPerson(tx, payload.userId),
    },
  }),
})
