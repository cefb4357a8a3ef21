import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'

/** A page shows this number of reviews before all are requested. */
const firstReviews = '5'

export const reviewFormId = 'write-review'

/** The fragment brings the form into view. */
export const writeReviewAddress = (courseId: number): string =>
  `/course/${courseId}?tab=reviews#${reviewFormId}`

/** Loads the newest reviews of a course with its figures and the viewer's own review. */
export const reviewsQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['reviews', courseId, typeof viewer === 'number' ? viewer : 'anonymous', 'first'],
    queryFn: ({ signal }) =>
      call('listReviews', { params: { courseId }, query: { limit: firstReviews }, signal }),
  })

export type ReviewList = AnswerOf<'listReviews'>

/** Returns the server's anonymous answer first, then the viewer's own. */
export function useReviews(courseId: number) {
  const viewer = useViewer()
  const queries = useQueryClient()
  return useQuery({
    ...reviewsQuery(courseId, viewer),
    enabled: viewer !== 'unknown',
    placeholderData: () => queries.getQueryData(reviewsQuery(courseId, 'anonymous').queryKey),
  })
}
