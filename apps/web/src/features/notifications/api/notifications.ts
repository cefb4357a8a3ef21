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

/** What there is to know on any page; asked again every minute while the page is looked at. */
const newsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['notifications', userId, 'unread'],
    queryFn: async ({ signal }) => (await call('listNotifications', { query: { limit: 1 }, signal })).meta,
    staleTime: unreadEveryMs / 2,
    refetchInterval: unreadEveryMs,
  })

/** How many are unread. */
export const unreadQuery = (userId: number) =>
  queryOptions({ ...newsQuery(userId), select: ({ unread }) => unread })

/** What is wrong with money: told to superadmins alone. */
export const alarmsQuery = (userId: number) =>
  queryOptions({ ...newsQuery(userId), select: ({ alarms }) => alarms ?? [] })
