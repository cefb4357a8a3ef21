import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

export const identitiesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['identities', userId],
    queryFn: ({ signal }) => call('listIdentities', { signal }),
  })
