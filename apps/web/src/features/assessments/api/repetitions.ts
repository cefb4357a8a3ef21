import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

export const repetitionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['repetitions', userId],
    queryFn: ({ signal }) => call('listRepetitions', { signal }),
    select: ({ data }) => data,
    // Each answer changes which questions are due, so every visit reads them again.
    staleTime: 0,
  })

export function useDueAgain(userId: number) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: repetitionsQuery(userId).queryKey })
}
