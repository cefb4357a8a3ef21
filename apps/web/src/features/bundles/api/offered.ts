import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'

/** Loads bundles on sale. An empty search finds all. */
export const offeredBundlesQuery = (search: string) =>
  pagedQuery({
    queryKey: ['bundles', 'offered', search],
    keepsRows: true,
    readPage: (cursor, signal) => call('offeredBundles', { query: { limit: '12', search, cursor }, signal }),
  })

export const offeredBundleQuery = (id: number) =>
  queryOptions({
    queryKey: ['bundles', 'offered', id],
    queryFn: async ({ signal }) => (await call('readOfferedBundle', { params: { id }, signal })).data,
  })
