import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { notesRoutes } from './notes.routes.ts'
import { Notes } from './notes.service.ts'

export const notes = defineFeature({
  create: (needs: Dependencies) => ({ notes: new Notes(needs) }),
  calls: (all) => notesRoutes(all.notes),
  listeners: (all) => ({
    'user.erased': {
      'notes.erase': (tx, { payload }) => all.notes.forget(tx, payload.userId),
    },
  }),
})
