import type { HandInState } from '@apogee/contracts/assessments/hand-ins.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

const keyOf = (courseId: number) => ['hand-ins', courseId]

export const handInsQuery = (courseId: number, state: HandInState, viewer: Viewer) =>
  queryOptions({
    queryKey: [...keyOf(courseId), state, viewer],
    queryFn: ({ signal }) => call('listHandIns', { params: { id: courseId }, query: { state }, signal }),
    staleTime: 0,
  })

export const handInQuery = (courseId: number, attemptId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: [...keyOf(courseId), 'one', attemptId, viewer],
    queryFn: ({ signal }) => call('readHandIn', { params: { id: courseId, attemptId }, signal }),
    staleTime: 0,
    // The list does not refresh while a user may be typing a comment.
    refetchOnWindowFocus: false,
  })

export const staleAfterGrade = (courseId: number) => [keyOf(courseId), ['studio'], ['roster', courseId]]

export const handInAddress = (courseId: number, attemptId: number): string =>
  `/course/${courseId}/hand-ins/${attemptId}`
