import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const cohortsQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['cohorts', courseId, viewer],
    queryFn: ({ signal }) => call('listCohorts', { params: { id: courseId }, signal }),
    staleTime: 0,
  })

/** Returns a mutation after which every query that names the cohorts is refetched. */
export function useCohortWrite<Given, Answer>(courseId: number, write: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    // An offline press fails immediately instead of waiting invisibly.
    networkMode: 'always',
    onSuccess: () =>
      Promise.all(
        ['cohorts', 'starts', 'roster', 'sales', 'live-sessions', 'announcements'].map((key) =>
          queries.invalidateQueries({ queryKey: [key, courseId] }),
        ),
      ),
  })
}
