import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { messagesRoutes } from './messages.routes.ts'
import { Messages } from './messages.service.ts'

export const messages = defineFeature({
  create: (needs: Dependencies) => ({ messages: new Messages(needs) }),
  calls: (all) => messagesRoutes(all.messages),
  jobs: (all) => ({
    'messages.sweep': { everyMinutes: 60, run: async () => all.messages.sweep() },
  }),
  listeners: (all) => ({
    'user.erased': {
      'messages.erase': (tx, { payload }) => all.messages.forgetSender(tx, payload.userId),
    },
  }),
})
