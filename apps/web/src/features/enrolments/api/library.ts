import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import { forCards } from '#web/shared/course/course-cards.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const visibilities = ['all', 'public', 'private'] as const
export type Visibility = (typeof visibilities)[number]

const pageSize = 24

/** Loads the courses that the caller may see, for the catalogue. The last answer stays while another filter loads. */
export const libraryQuery = (visibility: Visibility, viewer: Viewer) =>
  pagedQuery({
    queryKey: ['courses', 'library', visibility, viewer],
    readPage: (cursor, signal) =>
      call('listCourses', {
        query: {
          limit: pageSize,
          visibility,
          cursor,
        },
        signal,
      }).then(forCards),
    keepsRows: true,
  })

/** Loads public courses for the store; enrolments depend on the viewer. */
export const storeQuery = (search: string, viewer: Viewer) =>
  pagedQuery({
    // The server renders the list for anonymous people. The browser uses the same key until the session is known, so that the first
    // render is equal.
    queryKey: ['courses', 'store', search, typeof viewer === 'number' ? viewer : 'anonymous'],
    readPage: (cursor, signal) =>
      call('listCourses', {
        query: {
          limit: pageSize,
          visibility: 'public',
          ...(search && { spelling: 'near', sort: 'relevance', search }),
          cursor,
        },
        signal,
      }).then(forCards),
    keepsRows: true,
  })
