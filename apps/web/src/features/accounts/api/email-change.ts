import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const emailChangeQuery = (userId: number) =>
  queryOptions({
    queryKey: ['email-change', userId],
    queryFn: ({ signal }) => call('readEmailChange', { signal }),
  })

/** Loads what the mailed link of a change of address would do. */
export const emailChangeLinkQuery = (token: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['email-change-link', token, viewer],
    queryFn: ({ signal }) => call('readEmailChangeLink', { params: { token }, signal }),
    retry: false,
  })
