/** Loads all reviews and reported reviews, and writes reviews. The code loads after a page's first reviews. */
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import type { ReviewOrder } from '@apogee/contracts/limits.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

const pageSize = '20'

export const allReviewsQuery = (courseId: number, viewer: Viewer, order: ReviewOrder) =>
  pagedQuery({
    queryKey: ['reviews', courseId, viewer, 'all', order],
    readPage: (cursor, signal) =>
      call('listReviews', { params: { courseId }, query: { limit: pageSize, order, cursor }, signal }),
  })

export type ReportedState = NonNullable<RequestOf<'listReportedReviews'>['query']['state']>

export const reportedReviewsQuery = (state: ReportedState) =>
  pagedQuery({
    queryKey: ['reviews', 'reported', state],
    readPage: (cursor, signal) =>
      call('listReportedReviews', { query: { limit: pageSize, state, cursor }, signal }),
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
