import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['sessions', userId],
    queryFn: ({ signal }) => call('listSessions', { signal }),
  })

export const securityLogQuery = (viewer: Viewer) =>
  pagedQuery({
    queryKey: ['security-log', viewer],
    readPage: (cursor, signal) => call('listSecurityLog', { query: { limit: 10, cursor }, signal }),
  })

export const chipAccountQuery = (userId: number) =>
  queryOptions({
    queryKey: ['chip', userId],
    queryFn: ({ signal }) => call('readChipAccount', { signal }),
  })

const largestPage = 100
const pagesAtMost = 10

/** Loads all of the caller's own courses with progress, newest enrolment first, because the mean needs all. */
export const myCoursesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['courses', 'enrolled', userId, 'profile'],
    queryFn: async ({ signal }) => {
      const courses: CatalogueCourse[] = []
      let cursor: string | null = ''
      let total = 0
      for (let page = 0; page < pagesAtMost && cursor !== null; page++) {
        const answer: Awaited<ReturnType<typeof call<'listEnrolledCourses'>>> = await call(
          'listEnrolledCourses',
          { query: { userId, limit: largestPage, ...(cursor && { cursor }) }, signal },
        )
        courses.push(...answer.data)
        total = answer.meta.total
        cursor = answer.meta.nextCursor
      }
      return { courses, total }
    },
  })
