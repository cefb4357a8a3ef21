import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

export const passkeysQuery = (userId: number) =>
  queryOptions({
    queryKey: ['passkeys', userId],
    queryFn: ({ signal }) => call('listPasskeys', { signal }),
  })
