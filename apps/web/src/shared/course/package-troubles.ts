import { queryOptions } from '@tanstack/react-query'
import type { Viewer } from '#web/platform/session/session.tsx'
import { call } from '#web/platform/transfer/client.ts'

/** Loads the troubles of a course's packages, for its teachers. Changes of the course's contents load them again. */
export const packageTroublesQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['course', courseId, 'package-troubles', viewer],
    queryFn: ({ signal }) => call('listPackageTroubles', { params: { id: courseId }, signal }),
    enabled: courseId > 0,
  })
