import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

/** The query is not cached, because a form starts from the stored values. */
export const prerequisitesQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['course', courseId, 'prerequisites'],
    queryFn: async ({ signal }) =>
      (await call('readPrerequisites', { params: { id: courseId }, signal })).data,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  })

export const prerequisiteChoicesQuery = (courseId: number, search: string) =>
  queryOptions({
    queryKey: ['course', courseId, 'prerequisite-choices', search],
    queryFn: async ({ signal }) =>
      (
        await call('listPrerequisiteChoices', {
          params: { id: courseId },
          query: search === '' ? {} : { search },
          signal,
        })
      ).data,
  })
