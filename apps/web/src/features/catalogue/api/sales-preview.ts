import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import { shownSales } from '../shown-sales.ts'

/** Loads the sales page as visitors see it, for people who manage the course. */
export const salesPreviewQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['sales', courseId, 'preview', viewer],
    queryFn: ({ signal }) => call('previewSales', { params: { id: courseId }, signal }).then(shownSales),
    enabled: courseId > 0,
  })
