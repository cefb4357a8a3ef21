import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { Manager } from '#web/platform/course-scope.ts'

/** `from` is a day in Malaysia; `courseId` null: all courses of the caller. */
export const sourcesQuery = (manager: Manager, courseId: number | null, from: string) =>
  queryOptions({
    queryKey: ['analytics', manager.id, 'sources', courseId, from],
    queryFn: async ({ signal }) =>
      (
        await call('readSources', {
          query: { from, ...(courseId !== null && { courseId: String(courseId) }) },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  })

/** Those whose figures the manager sees: all, the business's, or created and taught by them. */
function coursesOf({ id, role, businessId }: Manager) {
  if (role === 'superadmin') return {}
  return role === 'admin' && businessId !== null
    ? ({ businessId: 'own' } as const)
    : ({ createdBy: String(id), include: 'taught' } as const)
}

/** The newest courses to choose from. */
export const choosableCoursesQuery = (manager: Manager) =>
  queryOptions({
    queryKey: ['courses', 'choosable', manager.id],
    queryFn: async ({ signal }) =>
      (await call('listCourses', { query: { ...coursesOf(manager), limit: '100' }, signal })).data,
  })
