import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** Signed links are valid for four hours; hourly refetching keeps them valid on a page that stays open. */
const linksStayFreshMs = 3_600_000

/** Loads the course with all its contents, including drafts, for its owner. */
export const managedCourseQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['course', courseId, 'manage', viewer],
    queryFn: ({ signal }) => call('readCourse', { params: { courseId }, signal }),
    enabled: courseId > 0,
    refetchInterval: linksStayFreshMs,
  })

/** Loads the number of enrolled and waiting people, and the valid invite links. */
export const coursePeopleQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['course', courseId, 'people', viewer],
    queryFn: ({ signal }) => call('coursePeople', { params: { id: courseId }, signal }),
  })

export const invitedPeopleQuery = (courseId: number, viewer: Viewer, search = '') =>
  pagedQuery({
    queryKey: ['course', courseId, 'invited-people', viewer, search],
    readPage: (cursor, signal) =>
      call('listInvitedPeople', { params: { id: courseId }, query: { search, cursor }, signal }),
  })

/**
 * Returns a mutation of a course's contents or people. It is pending until the page shows the server's new state.
 * `failed` is announced with the failure, unless the caller shows it itself.
 */
export function useContentWrite<Given, Answer>(
  courseId: number,
  write: (given: Given) => Promise<Answer>,
  failed?: string,
) {
  const queries = useQueryClient()
  const notify = useNotify()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: write,
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['courses'] })
      void queries.invalidateQueries({ queryKey: ['sales', courseId] })
      void queries.invalidateQueries({ queryKey: ['roster', courseId] })
      await queries.invalidateQueries({ queryKey: ['course', courseId] })
    },
    onError: (error) => {
      // Another person has moved the item: the list is refetched, so that the next press uses the current order.
      if (error instanceof ApiError && error.errorCode === 'EDIT_CONFLICT') {
        void queries.invalidateQueries({ queryKey: ['course', courseId] })
      }
      if (failed !== undefined) notify({ tone: 'danger', text: failureText(error, failed) })
    },
  })
}

export type ContentChanges = Partial<
  Pick<CourseContent, 'title' | 'description' | 'order' | 'isPublished' | 'version'>
>
export type ResourceChanges = Partial<
  Pick<CourseResource, 'title' | 'order' | 'isPublished' | 'isPreview' | 'version'>
>
