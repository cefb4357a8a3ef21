import { reviewOrders, type ReviewOrder } from '@apogee/contracts/limits.ts'
import type { Review } from '@apogee/contracts/reviews/reviews.ts'
import { Button } from '@apogee/ui/button.tsx'
import { SegmentedControl } from '@apogee/ui/chip.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useFailureText } from '#web/platform/failure-text.ts'
import { ListEnd } from '#web/platform/list-end.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useViewer } from '#web/platform/session.tsx'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { allReviewsQuery } from '../api/all-reviews.ts'
import { ReviewEntry } from './review-entry.tsx'
import { reviewWritingMessages } from '../messages/writing.en.ts'

/** All reviews of a course, page by page, in one of three orders. */
export function AllReviews({
  courseId,
  toolsOf,
}: {
  courseId: number
  toolsOf: (review: Review) => ReactNode
}) {
  const { failed } = useText(reviewsMessages)
  const text = useText(reviewWritingMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const viewer = useViewer()
  const [order, setOrder] = useState<ReviewOrder>('newest')
  const list = useInfiniteQuery({
    ...allReviewsQuery(courseId, viewer, order),
    enabled: viewer !== 'unknown',
    placeholderData: keepPreviousData,
  })
  const reviews = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  return (
    <div>
      <SegmentedControl
        label={text.order}
        value={order}
        onChange={setOrder}
        options={reviewOrders.map((value) => ({ value, label: text[value] }))}
      />
      {list.isPending ? (
        <Loading label={common.loading}>
          <SkeletonRows />
        </Loading>
      ) : !list.data ? (
        <ErrorState
          title={failed}
          text={failureText(list.error, '')}
          action={<Button onClick={() => void list.refetch()}>{common.tryAgain}</Button>}
        />
      ) : (
        <>
          <ul className="reviews-list mt-4" aria-busy={list.isPlaceholderData || undefined}>
            {reviews.map((review) => (
              <li key={review.id}>
                <ReviewEntry review={review} tools={toolsOf(review)} />
              </li>
            ))}
          </ul>
          <ListEnd
            list={list}
            status={reviews.length < total ? text.shownOf(reviews.length, total) : text.allShown(total)}
            label={text.more}
          />
        </>
      )}
    </div>
  )
}
