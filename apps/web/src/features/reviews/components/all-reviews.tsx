import { reviewOrders, type ReviewOrder } from '@apogee/contracts/limits.ts'
import type { Review } from '@apogee/contracts/reviews/reviews.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { allReviewsQuery } from '../api/all-reviews.ts'
import { ReviewEntry } from './review-entry.tsx'
import { reviewWritingMessages } from '../messages/writing.en.ts'
import './reviews.css'

/** Lists all reviews of a course page by page, in one of three orders. */
export function AllReviews({
  courseId,
  toolsOf,
}: {
  courseId: number
  toolsOf: (review: Review) => ReactNode
}) {
  const { failed } = useText(reviewsMessages)
  const text = useText(reviewWritingMessages)
  const failureText = useFailureText()
  const viewer = useViewer()
  const [order, setOrder] = useState<ReviewOrder>('newest')
  const list = useInfiniteQuery({
    ...allReviewsQuery(courseId, viewer, order),
    enabled: viewer !== 'unknown',
    placeholderData: keepPreviousData,
  })
  return (
    <div>
      <SegmentedControl
        label={text.order}
        value={order}
        onChange={setOrder}
        options={reviewOrders.map((value) => ({ value, label: text[value] }))}
      />
      <ListStates
        list={list}
        failed={failed}
        why={(error) => failureText(error, '')}
        empty={null}
        shownOf={text.shownOf}
        counted={text.allShown}
        more={text.more}
      >
        {(reviews) => (
          <ul className="reviews-list mt-4" aria-busy={list.isPlaceholderData || undefined}>
            {reviews.map((review) => (
              <li key={review.id}>
                <ReviewEntry review={review} tools={toolsOf(review)} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}
