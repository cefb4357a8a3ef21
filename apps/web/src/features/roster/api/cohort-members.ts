/** Loads the cohorts of a course for the roster, and moves learners between them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const cohortsQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['cohorts', courseId, viewer],
    queryFn: ({ signal }) => call('listCohorts', { params: { id: courseId }, signal }),
    staleTime: 0,
  })

/** A null `cohortId` means no cohort. */
export function useMoveLearners(courseId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { userIds: number[]; cohortId: number | null }) =>
      call('moveLearners', { params: { id: courseId }, body }),
    networkMode: 'always',
    onSuccess: () =>
      Promise.all(
        ['cohorts', 'starts', 'roster'].map((key) =>
          queries.invalidateQueries({ queryKey: [key, courseId] }),
        ),
      ),
  })
}
