import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { Viewer } from '#web/platform/session.tsx'

/** Prefix of every cache key of signals. */
export const signalsKey = ['seller-signals'] as const

/** The open ones of all sellers, or all of one. */
export const sellerSignalsQuery = (viewer: Viewer, sellerId?: number) =>
  infiniteQueryOptions({
    queryKey: [...signalsKey, viewer, sellerId ?? null],
    queryFn: ({ pageParam, signal }) =>
      call('listSellerSignals', {
        query: {
          limit: 20,
          ...(sellerId !== undefined && { sellerId }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })
