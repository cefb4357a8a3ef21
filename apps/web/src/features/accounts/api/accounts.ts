import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** Loads the address that a mailed link would verify. */
export const verificationQuery = (token: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['verify-email', token, viewer],
    queryFn: ({ signal }) => call('readVerification', { params: { token }, signal }),
    retry: false,
  })
