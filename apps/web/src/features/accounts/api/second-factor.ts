import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'

export const secondFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: ['second-factor', userId],
    queryFn: ({ signal }) => call('readSecondFactor', { signal }),
  })
