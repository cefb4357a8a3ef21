import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { EnrolmentState } from '@apogee/contracts/enrolments/enrolment-states.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import { freshOnReturn } from './learning.ts'

const pageSize = 24

/**
 * Loads a part of the caller's own courses. Each change of an enrolment or of progress invalidates the queries that begin with
 * `enrolled`.
 */
export const myCoursesQuery = (
  userId: number,
  { state, search }: { state: EnrolmentState; search: string },
) =>
  pagedQuery({
    queryKey: ['enrolled', userId, state, search],
    readPage: (cursor, signal) =>
      call('listEnrolledCourses', { query: { userId, limit: pageSize, state, search, cursor }, signal }),
    ...freshOnReturn,
  })

/**
 * Loads free public courses that a learner can start immediately, the most popular first. Courses with cohorts are excluded,
 * because the learner must first choose a start.
 */
export const freeStartsQuery = () =>
  queryOptions({
    queryKey: ['courses', 'free-starts'],
    queryFn: ({ signal }) =>
      call('listCourses', {
        query: { limit: 8, visibility: 'public', price: 'free', sort: 'students' },
        signal,
      }),
    select: ({ data }): CatalogueCourse[] =>
      data
        .filter(({ isEnrolled, isEmpty, hasCohorts }) => !isEnrolled && !isEmpty && !hasCohorts)
        .slice(0, 4),
  })
