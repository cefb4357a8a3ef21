import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'

/** How long the number beside the bell may be old. */
const unreadEveryMs = 60_000

export const notificationsQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: ['notifications', userId, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call('listNotifications', { query: { limit: 30, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
    staleTime: 0,
  })

/** How many are unread; asked again every minute while the page is looked at. */
export const unreadQuery = (userId: number) =>
  queryOptions({
    queryKey: ['notifications', userId, 'unread'],
    queryFn: async ({ signal }) =>
      (await call('listNotifications', { query: { limit: 1 }, signal })).meta.unread,
    staleTime: unreadEveryMs / 2,
    refetchInterval: unreadEveryMs,
  })
