import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

/** The bell's number is refreshed at this interval. */
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

/** Serves the header of every page; refetches every minute while the page is visible. */
const newsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['notifications', userId, 'unread'],
    queryFn: async ({ signal }) => (await call('listNotifications', { query: { limit: 1 }, signal })).meta,
    staleTime: unreadEveryMs / 2,
    refetchInterval: unreadEveryMs,
  })

export const unreadQuery = (userId: number) =>
  queryOptions({ ...newsQuery(userId), select: ({ unread }) => unread })

/** Loads money alarms; the query is for superadmins only. */
export const alarmsQuery = (userId: number) =>
  queryOptions({ ...newsQuery(userId), select: ({ alarms }) => alarms ?? [] })
