import type { OwnSchool } from '@apogee/contracts/schools/schools.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { forCard } from '#web/shared/course/course-cards.ts'
import { call } from '#web/platform/transfer/client.ts'

/** Loads the page of a school, which is the same for every viewer. */
export const schoolQuery = (name: string) =>
  queryOptions({
    queryKey: ['schools', 'page', name],
    queryFn: async ({ signal }) => {
      const { data } = await call('readSchool', { params: { name }, signal })
      return { ...data, courses: await Promise.all(data.courses.map(forCard)) }
    },
  })
export type ShownSchool = Awaited<ReturnType<NonNullable<ReturnType<typeof schoolQuery>['queryFn']>>>

/** The marketplace shows this number of schools above the courses. */
export const foundSchoolsQuery = (search: string) =>
  queryOptions({
    queryKey: ['schools', 'found', search],
    queryFn: ({ signal }) => call('listSchools', { query: { limit: '3', search }, signal }),
  })

export const ownSchoolQuery = () =>
  queryOptions({
    queryKey: ['schools', 'own'],
    queryFn: async ({ signal }) => (await call('readOwnSchool', { signal })).data,
  })

/** Saves an order at once: the list shows it before the answer, and the former order again if saving fails. */
export function useOrderCourses() {
  const queries = useQueryClient()
  const { queryKey } = ownSchoolQuery()
  return useMutation({
    mutationFn: (courseIds: number[]) => call('orderSchoolCourses', { body: { courseIds } }),
    // An offline press fails immediately instead of waiting invisibly.
    networkMode: 'always',
    onMutate: async (courseIds) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<OwnSchool>(queryKey)
      if (before) {
        const byId = new Map(before.courses.map((course) => [course.id, course]))
        const courses = courseIds.flatMap((id) => byId.get(id) ?? [])
        queries.setQueryData(queryKey, { ...before, courses })
      }
      return before
    },
    onError: (_error, _courseIds, before) => queries.setQueryData(queryKey, before),
    onSuccess: ({ data }) => queries.setQueryData(queryKey, data),
  })
}
