import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { defaultScope, type Manager } from '#web/platform/course-scope.ts'

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

/** The newest courses to choose from. */
export const choosableCoursesQuery = (manager: Manager) =>
  queryOptions({
    queryKey: ['courses', 'choosable', manager.id],
    queryFn: async ({ signal }) => {
      const scope = defaultScope(manager)
      const whose =
        scope === 'created'
          ? { createdBy: String(manager.id), include: 'taught' as const }
          : scope === 'business'
            ? { businessId: 'own' as const }
            : {}
      return (await call('listCourses', { query: { ...whose, limit: '100' }, signal })).data
    },
  })
