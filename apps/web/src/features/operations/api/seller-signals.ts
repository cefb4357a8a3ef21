import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** Every cache key of signals begins with this prefix. */
export const signalsKey = ['seller-signals'] as const

/** Loads the open signals of all sellers, or all signals of one seller. */
export const sellerSignalsQuery = (viewer: Viewer, sellerId?: number) =>
  pagedQuery({
    queryKey: [...signalsKey, viewer, sellerId ?? null],
    readPage: (cursor, signal) =>
      call('listSellerSignals', {
        query: { limit: 20, ...(sellerId !== undefined && { sellerId }), cursor },
        signal,
      }),
  })
