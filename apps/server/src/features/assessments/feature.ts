import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { assessmentsRoutes } from './assessments.routes.ts'
import { Assessments } from './assessments.service.ts'
import { Repetitions } from './repetitions.service.ts'

export const assessments = defineFeature({
  create: (needs: Dependencies & { media: Media; learning: Learning }) => {
    const repetitions = new Repetitions(needs)
    return { assessments: new Assessments({ ...needs, repetitions }), repetitions }
  },
  calls: (all) => assessmentsRoutes(all.assessments, all.repetitions),
  jobs: (all) => ({
    'assessments.sweep': {
      everyMinutes: 1,
      run: async (_payload, { signal }) => all.assessments.grader.sweep(signal),
    },
  }),
  listeners: (all) => ({
    'user.erased': {
      'attempts.erase': async (tx, { payload }) => {
        await all.assessments.forget(tx, payload.userId)
        await all.repetitions.forget(tx, payload.userId)
      },
    },
  }),
})
