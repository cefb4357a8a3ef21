import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'

/** A running comparison is polled at this interval. */
const underWayEveryMs = 3_000

export const runsQuery = () =>
  queryOptions({
    queryKey: ['reconciliations'],
    queryFn: ({ signal }) => call('listReconciliations', { query: { limit: 20 }, signal }),
    refetchInterval: ({ state }) => (state.data?.data[0]?.finishedAt === null ? underWayEveryMs : false),
    staleTime: 0,
  })

/** `isDone` is part of the key, so that the differences are refetched once a running comparison is done. */
export const differencesQuery = (runId: number, isDone: boolean) =>
  pagedQuery({
    queryKey: ['reconciliations', runId, 'differences', isDone],
    readPage: (cursor, signal) =>
      call('listDifferences', { params: { id: runId }, query: { limit: 50, cursor }, signal }),
  })
