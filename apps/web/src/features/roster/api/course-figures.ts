import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** `from` is a day in Malaysia; null means all learners. */
export const courseFiguresQuery = (courseId: number, viewer: Viewer, from: string | null) =>
  queryOptions({
    queryKey: ['roster', courseId, viewer, 'figures', from],
    queryFn: ({ signal }) =>
      call('readCourseFigures', {
        params: { id: courseId },
        query: from === null ? {} : { from },
        signal,
      }),
    enabled: courseId > 0,
    placeholderData: keepPreviousData,
  })

export const watchFiguresQuery = (resourceId: number, viewer: Viewer, from: string | null) =>
  queryOptions({
    queryKey: ['roster', 'watching', resourceId, viewer, from],
    queryFn: ({ signal }) =>
      call('readWatchFigures', {
        params: { id: resourceId },
        query: from === null ? {} : { from },
        signal,
      }),
  })

export const missedQuestionsQuery = (courseId: number, viewer: Viewer, from: string | null) =>
  queryOptions({
    queryKey: ['roster', courseId, viewer, 'missed-questions', from],
    queryFn: ({ signal }) =>
      call('readMissedQuestions', {
        params: { id: courseId },
        query: from === null ? {} : { from },
        signal,
      }),
  })
