import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Announcements } from '#server/features/announcements/announcements.service.ts'
import { liveSessionsRoutes } from './live-sessions.routes.ts'
import { LiveSessions } from './live-sessions.service.ts'

export const liveSessions = defineFeature({
  create: (needs: Dependencies & { announcements: Announcements }) => ({
    liveSessions: new LiveSessions(needs),
  }),
  calls: (all) => liveSessionsRoutes(all.liveSessions),
  jobs: (all) => ({
    'live-sessions.remind': {
      everyMinutes: 5,
      run: (_payload, { signal }) => all.liveSessions.remind(signal),
    },
  }),
  retention: (all) => [
    { period: 'live-sessions.removed', deleteBefore: (before) => all.liveSessions.deleteRemoved(before) },
  ],
  listeners: (all) => ({
    'user.erased': {
      'live-sessions.erase': (tx, { payload }) => all.liveSessions.forgetPerson(tx, payload.userId),
    },
  }),
})
