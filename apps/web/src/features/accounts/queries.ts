import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'

/** Uses the mailed link up, once: a second render must not spend it again. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () => call('verifyEmail', { body: { token } }),
    staleTime: Infinity,
    retry: false,
  })
