import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { messagesRoutes } from './messages.routes.ts'
import { Messages } from './messages.service.ts'

export const messages = defineFeature({
  create: (needs: Dependencies) => ({ messages: new Messages(needs) }),
  calls: (all) => messagesRoutes(all.messages),
  retention: (all) => [
    { period: 'messages.forms', deleteBefore: all.messages.deleteBefore },
    { period: 'messages.addresses', deleteBefore: all.messages.forgetAddresses },
  ],
  listeners: (all) => ({
    'user.erased': {
      'messages.erase': (tx, { payload }) => all.messages.forgetSender(tx, payload.userId),
    },
  }),
})
