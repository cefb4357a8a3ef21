import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Manager } from '#web/shared/course/course-scope.ts'

/** `from` is a day in Malaysia; a null `courseId` means all courses of the caller. */
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

/**
 * Returns the filter for the courses whose figures the manager may see: all, the business's, or those created and taught by the
 * manager.
 */
function coursesOf({ id, role, businessId }: Manager) {
  if (role === 'superadmin') return {}
  return role === 'admin' && businessId !== null
    ? ({ businessId: 'own' } as const)
    : ({ createdBy: String(id), include: 'taught' } as const)
}

/** Loads the newest courses as options. */
export const choosableCoursesQuery = (manager: Manager) =>
  queryOptions({
    queryKey: ['courses', 'choosable', manager.id],
    queryFn: async ({ signal }) =>
      (await call('listCourses', { query: { ...coursesOf(manager), limit: '100' }, signal })).data,
  })
