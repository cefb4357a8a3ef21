import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

/** Each answer belongs to the words that it was asked for, so that a late one replaces no newer one. */
export const findingsQuery = (userId: number, search: string) =>
  queryOptions({
    queryKey: ['studio-search', userId, search],
    queryFn: async ({ signal }) => (await call('searchStudio', { query: { q: search }, signal })).data,
    enabled: search !== '',
    staleTime: 15_000,
    // A failure is shown at once, with a button for another try.
    retry: false,
  })
