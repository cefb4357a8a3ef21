import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { Viewer } from '#web/platform/session.tsx'

/** As its author edits it; read anew each time that the editor opens, and never while it is open. */
export const quizEditQuery = (resourceId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['quiz-edit', resourceId, viewer],
    queryFn: ({ signal }) => call('readQuizEdit', { params: { id: resourceId }, signal }),
    enabled: resourceId > 0,
    gcTime: 0,
    staleTime: Infinity,
  })
