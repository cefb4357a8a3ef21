import { queryOptions } from '@tanstack/react-query'
import { useCallback } from 'react'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useSession, type Viewer } from '#web/platform/session/session.tsx'

export const secondFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: ['second-factor', userId],
    queryFn: ({ signal }) => call('readSecondFactor', { signal }),
  })

/**
 * Returns a function that reloads the session, so that the notice about a missing second factor disappears. While the setup page
 * replaces the page, the function does nothing, because that page continues on a press.
 */
export function useMissingAgain(): () => void {
  const { user, retry } = useSession()
  const isShown = user?.missingSecondFactor?.isOverdue === false
  return useCallback(() => {
    if (isShown) void retry()
  }, [isShown, retry])
}

export const lackingQuery = (viewer: Viewer) =>
  pagedQuery({
    queryKey: ['lacking-second-factor', viewer],
    readPage: (cursor, signal) => call('listLackingSecondFactor', { query: { limit: 20, cursor }, signal }),
  })
