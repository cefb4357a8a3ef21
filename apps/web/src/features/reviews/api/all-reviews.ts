/** Loads all reviews and reported reviews, and writes reviews. The code loads after a page's first reviews. */
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import type { ReviewOrder } from '@apogee/contracts/limits.ts'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

const pageSize = '20'

export const allReviewsQuery = (courseId: number, viewer: Viewer, order: ReviewOrder) =>
  infiniteQueryOptions({
    queryKey: ['reviews', courseId, viewer, 'all', order],
    queryFn: ({ pageParam, signal }) =>
      call('listReviews', {
        params: { courseId },
        query: { limit: pageSize, order, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

export type ReportedState = NonNullable<RequestOf<'listReportedReviews'>['query']['state']>

export const reportedReviewsQuery = (state: ReportedState) =>
  infiniteQueryOptions({
    queryKey: ['reviews', 'reported', state],
    queryFn: ({ pageParam, signal }) =>
      call('listReportedReviews', {
        query: { limit: pageSize, state, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

/** Invalidates the lists of reviews and the ratings on cards after a write. */
export function useReviewWrite<Given, Answer>(write: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: async () => {
      await Promise.all(
        ['reviews', 'sales', 'courses', 'course'].map((first) =>
          queries.invalidateQueries({ queryKey: [first] }),
        ),
      )
    },
  })
}
