import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const apiTokensQuery = (viewer: Viewer) =>
  infiniteQueryOptions({
    queryKey: ['api-tokens', viewer],
    queryFn: ({ pageParam, signal }) =>
      call('listApiTokens', { query: { limit: 20, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })
