import type { InboxKind } from '@apogee/contracts/operations/inbox-kinds.ts'
import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'

const pageSize = 50
/** Others work on the same list, so it is read again at this interval while the page is visible. */
const readAgainMs = 60_000

/** Loads the numbers of waiting items. Home, the rail and the inbox share the answer. */
export const inboxCountsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['inbox', userId, 'counts'],
    queryFn: async ({ signal }) => (await call('countInbox', { signal })).data,
    staleTime: 15_000,
  })

export const inboxQuery = (userId: number, kind: InboxKind | '') =>
  pagedQuery({
    queryKey: ['inbox', userId, 'list', kind],
    readPage: (cursor, signal) =>
      call('listInbox', { query: { limit: pageSize, ...(kind && { kind }), cursor }, signal }),
    refetchInterval: readAgainMs,
    refetchOnWindowFocus: 'always',
  })

interface Pages {
  pages: { data: InboxItem[] }[]
}

/** Returns a function that takes an item out of all lists at once, and reads lists, counts and Home again. */
export function useInboxRefresh() {
  const queries = useQueryClient()
  return (id?: string) => {
    queries.setQueriesData<Pages>(
      { queryKey: ['inbox'], predicate: ({ queryKey }) => queryKey[2] === 'list' },
      (now) =>
        now && {
          ...now,
          pages: now.pages.map((page) => ({ ...page, data: page.data.filter((item) => item.id !== id) })),
        },
    )
    return Promise.all([
      queries.invalidateQueries({ queryKey: ['inbox'] }),
      queries.invalidateQueries({ queryKey: ['studio'] }),
    ])
  }
}
