import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

/** Loads the manager's home; the dashboard summarises the same answer. */
export const studioQuery = (userId: number) =>
  queryOptions({
    queryKey: ['studio', userId],
    queryFn: async ({ signal }) => (await call('readStudio', { signal })).data,
    staleTime: 30_000,
  })
