import type { LearnerSource, LearnerState, RosterSort } from '@apogee/contracts/roster/roster-choices.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface RosterFilter {
  search: string
  source: LearnerSource | ''
  state: LearnerState | ''
  /** `cohort` is the id of a cohort, or `none`. */
  cohort: string
  /** `stoppedAt` is the id of an item: the list has the learners who stopped there. */
  stoppedAt: string
  sort: RosterSort
  direction: 'ascending' | 'descending'
}

export interface Place {
  courseId: number
  userId: number
}

const pageSize = 50

/** Omits filters that are not set from the request. */
export const given = ({ search, source, state, cohort, stoppedAt, sort, direction }: RosterFilter) => ({
  ...(search && { search }),
  ...(source && { source }),
  ...(state && { state }),
  ...(cohort && { cohort: cohort === 'none' ? ('none' as const) : Number(cohort) }),
  ...(stoppedAt && { stoppedAt: Number(stoppedAt) }),
  sort,
  direction,
})

export const rosterQuery = (courseId: number, viewer: Viewer, filter: RosterFilter) =>
  pagedQuery({
    queryKey: ['roster', courseId, viewer, filter],
    keepsRows: true,
    readPage: (cursor, signal) =>
      call('listCourseLearners', {
        params: { id: courseId },
        query: { limit: pageSize, ...given(filter), cursor },
        signal,
      }),
  })

export const learnerQuery = ({ courseId, userId }: Place, viewer: Viewer) =>
  queryOptions({
    queryKey: ['roster', courseId, viewer, 'learner', userId],
    queryFn: ({ signal }) => call('readCourseLearner', { params: { id: courseId, userId }, signal }),
  })

export const learnerAttemptQuery = (
  { courseId, userId }: Place,
  { assessmentId, number }: { assessmentId: number; number: number },
  viewer: Viewer,
) =>
  queryOptions({
    queryKey: ['roster', courseId, viewer, 'attempt', userId, assessmentId, number],
    queryFn: ({ signal }) =>
      call('readLearnerAttempt', { params: { id: courseId, userId, assessmentId, number }, signal }),
  })

function useAccessChange<Body>({ courseId }: Place, change: (body: Body) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      void queries.invalidateQueries({ queryKey: ['people'] })
      await queries.invalidateQueries({ queryKey: ['roster', courseId] })
    },
  })
}

export const useRemoveLearner = (place: Place) =>
  useAccessChange(place, (body: { reason: string }) =>
    call('removeLearner', { params: { id: place.courseId, userId: place.userId }, body }),
  )

export const useSetAccessEnd = (place: Place) =>
  useAccessChange(place, (body: { endsOn: string | null; note: string }) =>
    call('setLearnerAccess', { params: { id: place.courseId, userId: place.userId }, body }),
  )

export const useLetStart = (place: Place) =>
  useAccessChange(place, (mayStart: boolean) =>
    call('letLearnerStart', { params: { id: place.courseId, userId: place.userId }, body: { mayStart } }),
  )

export const useRestoreLearner = (place: Place) =>
  useAccessChange<void>(place, () =>
    call('restoreLearner', { params: { id: place.courseId, userId: place.userId } }),
  )
