import type { CurrentUser, Instructor } from '@apogee/contracts/accounts.ts'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'

/** Instructors see what they created or teach (spec §6), an admin the business or by choice their own, a superadmin all. */
export type CourseScope = 'created' | 'business' | 'all'

export type Manager = Pick<CurrentUser, 'id' | 'role' | 'businessId'>

/** An admin who can look at the whole business or at their own courses. */
export const mayWiden = ({ role, businessId }: Manager): boolean => role === 'admin' && businessId !== null

export const defaultScope = (manager: Manager): CourseScope => {
  if (manager.role === 'superadmin') return 'all'
  return mayWiden(manager) ? 'business' : 'created'
}

const scopeQuery = (manager: Manager, scope: CourseScope) => {
  if (scope === 'created') return { createdBy: manager.id, include: 'taught' } as const
  return scope === 'business' ? ({ businessId: 'own' } as const) : {}
}

const pageSize = 50

/** `state`: drafts and published courses unless the archive is asked for. */
export const managedCoursesQuery = (
  manager: Manager,
  scope: CourseScope,
  { search = '', state = 'current' }: { search?: string; state?: 'current' | 'archived' | 'published' } = {},
) =>
  infiniteQueryOptions({
    queryKey: ['courses', 'managed', manager.id, scope, search, state],
    queryFn: ({ pageParam, signal }) =>
      call('listCourses', {
        query: {
          ...scopeQuery(manager, scope),
          limit: pageSize,
          // One's own list holds drafts by itself.
          ...((scope === 'all' || state !== 'current') && { state }),
          ...(search && { search }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

const largestPage = 100
const pagesAtMost = 10

/** The figures of the caller's courses, business or platform. */
export const analyticsQuery = (manager: Manager) =>
  queryOptions({
    queryKey: ['analytics', manager.id],
    queryFn: ({ signal }) => call('readAnalytics', { signal }),
  })

/** Who can teach in the caller's business, by name. */
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

/** After a course was written: every list and page that shows it asks again. */
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
