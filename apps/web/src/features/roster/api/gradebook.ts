import type { GradebookSort } from '@apogee/contracts/roster/gradebook.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface GradebookFilter {
  search: string
  sort: GradebookSort
  /** The id of the item by whose score the list is sorted. It is used only if `sort` is `score`. */
  item: number | null
  direction: 'ascending' | 'descending'
}

const pageSize = 50

export const gradebookQuery = (courseId: number, viewer: Viewer, filter: GradebookFilter) =>
  pagedQuery({
    queryKey: ['roster', courseId, viewer, 'gradebook', filter],
    readPage: (cursor, signal) => {
      const { search, sort, item, direction } = filter
      return call('listGradebook', {
        params: { id: courseId },
        query: {
          limit: pageSize,
          sort,
          direction,
          search,
          ...(item !== null && { item }),
          cursor,
        },
        signal,
      })
    },
    enabled: courseId > 0,
    keepsRows: true,
  })

export const gradebookColumnsQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['roster', courseId, viewer, 'gradebook-columns'],
    queryFn: ({ signal }) => call('readGradebookColumns', { params: { id: courseId }, signal }),
    enabled: courseId > 0,
  })
