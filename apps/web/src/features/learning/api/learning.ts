import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** Progress may have changed in another tab or on another device, so it is read again when the person returns to the page. */
export const freshOnReturn = { refetchOnWindowFocus: 'always' } as const

export const enrolledQuery = (userId: number) =>
  pagedQuery({
    queryKey: ['enrolled', userId],
    readPage: (cursor, signal) =>
      call('listEnrolledCourses', { query: { userId, limit: 100, cursor }, signal }),
    ...freshOnReturn,
  })

export const courseQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['course', courseId, viewer],
    queryFn: ({ signal }) => call('readCourse', { params: { courseId }, signal }),
    ...freshOnReturn,
  })

export const contentResourcesQuery = (contentId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['content-resources', contentId, viewer],
    queryFn: ({ signal }) =>
      call('listContentResources', { params: { contentId }, query: { limit: 100 }, signal }),
  })

/** Loads the learner's own code in the exercise of a lesson. */
export const exerciseQuery = (resourceId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['exercise', resourceId, viewer],
    queryFn: ({ signal }) => call('readExercise', { params: { id: resourceId }, signal }),
  })

/** Parses digits of an address as an id; returns null for anything else. */
export const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
