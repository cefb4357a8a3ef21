import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { forCard } from '#web/platform/course-cards.ts'
import type { Viewer } from '#web/platform/session.tsx'

/** The sales page as visitors see it, for those who manage the course. */
export const salesPreviewQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['sales', courseId, 'preview', viewer],
    queryFn: ({ signal }) =>
      call('previewSales', { params: { id: courseId }, signal }).then((answer) => ({
        ...answer,
        data: { ...answer.data, related: answer.data.related.map(forCard) },
      })),
    enabled: courseId > 0,
  })
