import type { AnswerOf, RequestOf } from '@apogee/contracts/endpoints.ts'
import type { ReviewOrder } from '@apogee/contracts/limits.ts'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { useViewer, type Viewer } from '#web/platform/session.tsx'

/** How many stand on a page before somebody asks for all. */
export const firstReviews = 5
const pageSize = 20

const asks = (viewer: Viewer) => (typeof viewer === 'number' ? viewer : 'anonymous')

/** The newest reviews of a course with its figures, and the viewer's own. */
export const reviewsQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['reviews', courseId, asks(viewer), 'first'],
    queryFn: ({ signal }) =>
      call('listReviews', { params: { courseId }, query: { limit: String(firstReviews) }, signal }),
  })

export const allReviewsQuery = (courseId: number, viewer: Viewer, order: ReviewOrder) =>
  infiniteQueryOptions({
    queryKey: ['reviews', courseId, asks(viewer), 'all', order],
    queryFn: ({ pageParam, signal }) =>
      call('listReviews', {
        params: { courseId },
        query: { limit: String(pageSize), order, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

export type ReviewList = AnswerOf<'listReviews'>

/** The anonymous answer of the server first, then the person's own. */
export function useReviews(courseId: number) {
  const viewer = useViewer()
  const queries = useQueryClient()
  return useQuery({
    ...reviewsQuery(courseId, viewer),
    enabled: viewer !== 'unknown',
    placeholderData: () => queries.getQueryData(reviewsQuery(courseId, 'anonymous').queryKey),
  })
}

export type ReportedState = NonNullable<RequestOf<'listReportedReviews'>['query']['state']>

export const reportedReviewsQuery = (state: ReportedState) =>
  infiniteQueryOptions({
    queryKey: ['reviews', 'reported', state],
    queryFn: ({ pageParam, signal }) =>
      call('listReportedReviews', {
        query: { limit: String(pageSize), state, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

/** Whatever is written about reviews changes lists of them, and may change the rating on every card. */
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
