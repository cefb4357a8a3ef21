import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

export const brandQuery = () =>
  queryOptions({
    queryKey: ['brand'],
    queryFn: async ({ signal }) => (await call('readOwnBrand', { signal })).data,
  })
