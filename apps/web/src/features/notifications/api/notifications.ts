import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'

/** The bell's number is refreshed at this interval. */
const unreadEveryMs = 60_000

export const notificationsQuery = (userId: number) =>
  pagedQuery({
    queryKey: ['notifications', userId, 'list'],
    readPage: (cursor, signal) => call('listNotifications', { query: { limit: 30, cursor }, signal }),
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
