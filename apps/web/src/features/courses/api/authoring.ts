import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useNotify } from '@apogee/ui/notice.tsx'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import type { Viewer } from '#web/platform/session.tsx'

/** Signed links live four hours; asking again each hour keeps them whole on a page that stays open. */
const linksStayFreshMs = 3_600_000

/** The course with everything in it, drafts included, as its owner sees it. */
export const managedCourseQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['course', courseId, 'manage', viewer],
    queryFn: ({ signal }) => call('readCourse', { params: { courseId }, signal }),
    enabled: courseId > 0,
    refetchInterval: linksStayFreshMs,
  })

/** How many are in, how many it waits for, and the links that let somebody in. */
export const coursePeopleQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['course', courseId, 'people', viewer],
    queryFn: ({ signal }) => call('coursePeople', { params: { id: courseId }, signal }),
  })

/** People the course has invited by e-mail who have not accepted yet. */
export const invitedPeopleQuery = (courseId: number, viewer: Viewer) =>
  infiniteQueryOptions({
    queryKey: ['course', courseId, 'invited-people', viewer],
    queryFn: ({ signal, pageParam }) =>
      call('listInvitedPeople', {
        params: { id: courseId },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })

/**
 * A write to a course's contents or people. It is pending until the page shows what the server holds afterwards.
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
      await queries.invalidateQueries({ queryKey: ['course', courseId] })
    },
    onError: (error) => {
      // Somebody else has moved it: the list is refetched, so that the next press refers to the present order.
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
