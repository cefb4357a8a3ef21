import type { Instructor } from '@apogee/contracts/accounts/accounts.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { CourseScope, Manager } from '#web/shared/course/course-scope.ts'

const scopeQuery = (manager: Manager, scope: CourseScope) => {
  if (scope === 'created') return { createdBy: manager.id, include: 'taught' } as const
  return scope === 'business' ? ({ businessId: 'own' } as const) : {}
}

const pageSize = 50

/** `state` defaults to `current`: drafts and published courses, without the archive. */
export const managedCoursesQuery = (
  manager: Manager,
  scope: CourseScope,
  { search = '', state = 'current' }: { search?: string; state?: 'current' | 'archived' | 'published' } = {},
) =>
  pagedQuery({
    queryKey: ['courses', 'managed', manager.id, scope, search, state],
    readPage: (cursor, signal) =>
      call('listCourses', {
        query: {
          ...scopeQuery(manager, scope),
          limit: pageSize,
          // A request for the caller's own courses returns drafts and published courses when `state` is absent.
          ...((scope === 'all' || state !== 'current') && { state }),
          search,
          cursor,
        },
        signal,
      }),
  })

const largestPage = 100
const pagesAtMost = 10

/** Loads the possible instructors of the caller's business, by name. */
export const instructorsQuery = (manager: Manager) =>
  queryOptions({
    queryKey: ['instructors', manager.id],
    queryFn: async ({ signal }) => {
      const people: Instructor[] = []
      let cursor: string | null = ''
      for (let page = 0; page < pagesAtMost && cursor !== null; page++) {
        const answer: Awaited<ReturnType<typeof call<'listInstructors'>>> = await call('listInstructors', {
          query: { limit: largestPage, ...(cursor && { cursor }) },
          signal,
        })
        people.push(...answer.data)
        cursor = answer.meta.nextCursor
      }
      return people.toSorted((one, other) => (one.name ?? one.email).localeCompare(other.name ?? other.email))
    },
  })

export function useCourseRefresh(): (courseId?: number) => Promise<void> {
  const queries = useQueryClient()
  return async (courseId) => {
    if (courseId !== undefined) {
      void queries.invalidateQueries({ queryKey: ['course', courseId] })
      void queries.invalidateQueries({ queryKey: ['sales', courseId] })
    }
    await queries.invalidateQueries({ queryKey: ['courses'] })
  }
}
