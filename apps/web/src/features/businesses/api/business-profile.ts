import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

export const businessProfileQuery = (businessId: number) =>
  queryOptions({
    queryKey: ['business-profile', businessId],
    queryFn: async ({ signal }) =>
      (await call('readBusinessProfile', { params: { id: businessId }, signal })).data,
  })
