import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const factorRemovalsQuery = (viewer: Viewer) =>
  pagedQuery({
    queryKey: ['factor-removals', viewer],
    readPage: (cursor, signal) => call('listFactorRemovals', { query: { limit: 20, cursor }, signal }),
  })
