import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

const pageSize = 20
const keyOf = (courseId: number) => ['announcements', courseId]

export const announcementsQuery = (courseId: number, viewer: Viewer) =>
  pagedQuery({
    queryKey: [...keyOf(courseId), viewer],
    readPage: (cursor, signal) =>
      call('listAnnouncements', {
        params: { id: courseId },
        query: { limit: String(pageSize), cursor },
        signal,
      }),
  })

/** Returns a mutation that reloads the list afterwards. */
export function useAnnouncementWrite<Given, Answer>(
  courseId: number,
  write: (given: Given) => Promise<Answer>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    // An offline press fails immediately instead of waiting invisibly.
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(courseId) }),
  })
}
