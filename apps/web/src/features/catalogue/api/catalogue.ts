import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import { forCards } from '#web/shared/course/course-cards.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import type { MarketplaceFilters } from '../filters.ts'
import { shownSales } from '../shown-sales.ts'

const pageSize = 24

/** The list contains only public courses, because the marketplace hides private courses from everyone. The search comes last. */
export const listOf = ({ search, category, price, facts, sort, page }: MarketplaceFilters, cursor = '') => ({
  limit: pageSize,
  visibility: 'public' as const,
  ...(cursor ? { cursor } : page > 1 && { page }),
  ...(category && { category }),
  ...(price !== 'all' && { price }),
  ...facts,
  ...(sort !== 'newest' && { sort }),
  ...(search && { spelling: 'near' as const, search }),
})

export const marketplaceQuery = (filters: MarketplaceFilters) => {
  const { search, category, price, facts, sort, page } = filters
  return pagedQuery({
    queryKey: ['courses', 'marketplace', search, category, price, facts, sort, page],
    keepsRows: true,
    readPage: (cursor, signal) =>
      call('listCourses', { query: listOf(filters, cursor), signal }).then(forCards),
  })
}

export const popularCoursesQuery = () =>
  queryOptions({
    queryKey: ['courses', 'popular'],
    queryFn: ({ signal }) =>
      call('listCourses', { query: { limit: 12, visibility: 'public', sort: 'students' }, signal }).then(
        forCards,
      ),
  })

export const freeCoursesQuery = () =>
  queryOptions({
    queryKey: ['courses', 'free'],
    queryFn: ({ signal }) =>
      call('listCourses', {
        query: { limit: 5, visibility: 'public', price: 'free', sort: 'students' },
        signal,
      }).then(forCards),
  })

/** Loads the teachers with most students, who are the same for every viewer. */
export const featuredInstructorsQuery = () =>
  queryOptions({
    queryKey: ['courses', 'instructors'],
    queryFn: ({ signal }) => call('featuredInstructors', { signal }),
  })

/** Loads the number of public courses per category, and of free ones. */
export const courseCountsQuery = () =>
  queryOptions({
    queryKey: ['courses', 'counts'],
    queryFn: ({ signal }) => call('countCourses', { signal }),
  })

export const salesQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['sales', courseId, typeof viewer === 'number' ? viewer : 'anonymous'],
    queryFn: ({ signal }) => call('courseSales', { params: { courseId }, signal }).then(shownSales),
  })

/** After a 404 the server sets this key, so that the browser's first render shows the same neutral page as the server's. */
export const missingKey = (courseId: number) => ['sales', courseId, 'missing'] as const
