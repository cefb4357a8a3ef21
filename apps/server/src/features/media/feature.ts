import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { registerMediaRoutes, registerPartRoute } from './media.delivery.ts'
import { mediaRoutes } from './media.routes.ts'
import { Media, probeTask } from './media.service.ts'
import { streamTask } from './streams/streams.ts'

export const media = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts; securityLog: SecurityLog }) => ({
    media: new Media(needs),
  }),
  calls: (all) => mediaRoutes(all.media),
  addresses: (app, all) => {
    registerMediaRoutes(app, all.media)
    registerPartRoute(app, all.media)
  },
  jobs: (all) => ({
    [probeTask]: {
      class: 'media',
      run: async (payload) => all.media.probe((payload as { mediaId: number }).mediaId),
    },
    [streamTask]: {
      class: 'streams',
      run: async (payload, { signal, attempt, maxAttempts }) =>
        all.media.streams.make((payload as { mediaId: number }).mediaId, signal, {
          isLast: attempt >= maxAttempts,
        }),
    },
    'media.sweep': {
      class: 'media',
      everyMinutes: 60,
      run: async (_payload, { signal }) => all.media.sweep(signal),
    },
  }),
})
