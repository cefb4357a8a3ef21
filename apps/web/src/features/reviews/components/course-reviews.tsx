import type { Review, ReviewSummary } from '@apogee/contracts/reviews/reviews.ts'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Stars } from '@apogee/ui/figures/rating.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { Suspense, useState, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { useReviews, type ReviewList } from '../api/reviews.ts'
import { ReviewEntry } from './review-entry.tsx'
import './reviews.css'

/** The component loads only for signed-in viewers. */
const ReviewTools = lazyWithRetry(async () => (await import('./review-tools.tsx')).ReviewTools)
/** The component loads when more than the first reviews are requested. */
const AllReviews = lazyWithRetry(async () => (await import('./all-reviews.tsx')).AllReviews)

/**
 * Shows a course's figures and newest reviews, all in the server's HTML. `writing` is the URL where a learner writes a review;
 * without it there is no link.
 */
export function CourseReviews({
  courseId,
  writing,
  isReadOnly = false,
  titleSize = 'h2',
}: {
  courseId: number
  writing?: string
  /** True hides the actions of the viewer, such as reporting and replying. */
  isReadOnly?: boolean
  titleSize?: 'h2' | 'h3'
}) {
  const text = useText(reviewsMessages)
  const { tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const reviews = useReviews(courseId)
  const { data } = reviews
  return (
    <section id="reviews" className="reviews" aria-labelledby="reviews-title">
      <div className="reviews-actions">
        <h2 id="reviews-title" className={`ap-${titleSize}`}>
          {text.reviews}
        </h2>
        {writing && data?.permissions.write ? (
          <LinkButton as={Link} to={writing} size="sm" className="ml-auto" icon={pencilIcon}>
            {data.mine ? text.change : text.write}
          </LinkButton>
        ) : null}
      </div>
      {data ? (
        <ReviewResults courseId={courseId} isReadOnly={isReadOnly} reviews={data} />
      ) : reviews.isError ? (
        <ErrorState
          title={text.failed}
          text={refusalText(reviews.error)}
          action={<Button onClick={() => void reviews.refetch()}>{tryAgain}</Button>}
        />
      ) : (
        <ReviewsLoading />
      )}
    </section>
  )
}

function ReviewsLoading() {
  const { loading } = useText(platformMessages)
  return (
    <Loading label={loading} className="reviews">
      <Skeleton shape="title" width={20} />
      <Skeleton />
      <Skeleton width={60} />
    </Loading>
  )
}

function ReviewResults({
  courseId,
  isReadOnly,
  reviews,
}: {
  courseId: number
  isReadOnly: boolean
  reviews: ReviewList
}) {
  const text = useText(reviewsMessages)
  const [showsAll, setShowsAll] = useState(false)
  const { data, summary, permissions } = reviews
  const toolsOf = (review: Review): ReactNode =>
    !isReadOnly && (permissions.reply || (permissions.report && !review.isMine)) ? (
      <div className="review-tools">
        <Suspense>
          <ReviewTools review={review} permissions={permissions} />
        </Suspense>
      </div>
    ) : null
  if (summary.average === null) {
    return <EmptyState className="reviews-state" title={text.empty} titleAs="h3" text={text.emptyHint} />
  }
  return (
    <>
      <Figures average={summary.average} count={summary.count} perStar={summary.perStar} />
      {showsAll ? (
        <Suspense fallback={<ReviewsLoading />}>
          <AllReviews courseId={courseId} toolsOf={toolsOf} />
        </Suspense>
      ) : (
        <>
          <ul className="reviews-list">
            {data.map((review) => (
              <li key={review.id}>
                <ReviewEntry review={review} tools={toolsOf(review)} />
              </li>
            ))}
          </ul>
          {data.length < summary.count ? (
            <p>
              <Button onClick={() => setShowsAll(true)}>{text.showAll(summary.count)}</Button>
            </p>
          ) : null}
        </>
      )}
    </>
  )
}

function Figures({ average, count, perStar }: ReviewSummary & { average: number }) {
  const text = useText(reviewsMessages)
  return (
    <div className="reviews-figures">
      <p className="reviews-average">
        <b aria-hidden="true">{average.toFixed(1)}</b>
        <Stars value={average} label={text.outOfFive(average.toFixed(1))} />
        {text.count(count)}
      </p>
      <ul className="reviews-bars">
        {[5, 4, 3, 2, 1].map((stars) => {
          const given = perStar[stars - 1] ?? 0
          return (
            <li key={stars}>
              <span className="vh">{text.ofStars(stars, given)}</span>
              <span aria-hidden="true">{stars}</span>
              <svg width="100%" height="6" aria-hidden="true" focusable="false">
                <rect width={`${(given / count) * 100}%`} height="6" rx="3" />
              </svg>
              <span aria-hidden="true">{figure(given)}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
