import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'

/** The home of this manager; the dashboard shows a summary of the same answer. */
export const studioQuery = (userId: number) =>
  queryOptions({
    queryKey: ['studio', userId],
    queryFn: async ({ signal }) => (await call('readStudio', { signal })).data,
    staleTime: 30_000,
  })
