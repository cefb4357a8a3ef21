import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const factorRemovalsQuery = (viewer: Viewer) =>
  infiniteQueryOptions({
    queryKey: ['factor-removals', viewer],
    queryFn: ({ pageParam, signal }) =>
      call('listFactorRemovals', { query: { limit: 20, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })
