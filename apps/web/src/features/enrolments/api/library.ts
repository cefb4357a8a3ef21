import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { Viewer } from '#web/platform/session.tsx'

export const visibilities = ['all', 'public', 'private'] as const
export type Visibility = (typeof visibilities)[number]

const pageSize = 24

/** What the caller may see, for the catalogue. The last answer stays while another filter is asked for. */
export const libraryQuery = (visibility: Visibility, viewer: Viewer) =>
  infiniteQueryOptions({
    queryKey: ['courses', 'library', visibility, viewer],
    queryFn: ({ pageParam, signal }) =>
      call('listCourses', {
        query: {
          limit: pageSize,
          visibility,
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
    placeholderData: keepPreviousData,
  })

/** Public courses, for the store; what is enrolled depends on the viewer. */
export const storeQuery = (search: string, viewer: Viewer) =>
  infiniteQueryOptions({
    // The server renders for nobody in particular, as the browser does until it knows.
    queryKey: ['courses', 'store', search, typeof viewer === 'number' ? viewer : 'anonymous'],
    queryFn: ({ pageParam, signal }) =>
      call('listCourses', {
        query: {
          limit: pageSize,
          visibility: 'public',
          ...(search && { search }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
    placeholderData: keepPreviousData,
  })
