import type { ReportedReview } from '@apogee/contracts/reviews/reviews.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { reportedReviewsQuery, useReviewWrite, type ReportedState } from '../api/all-reviews.ts'
import { ReviewEntry } from './review-entry.tsx'
import './reported-reviews.css'
import './reviews.css'
import { reviewWritingMessages } from '../messages/writing.en.ts'
import '@apogee/ui/navigation/toolbar.css'

export function ReportedReviews() {
  const text = useText(reviewWritingMessages)
  const [state, setState] = useState<ReportedState>('reported')
  const list = useInfiniteQuery({ ...reportedReviewsQuery(state), placeholderData: keepPreviousData })
  const isReported = state === 'reported'
  return (
    <section className="ap-panel" data-clip="" aria-label={text.reportedReviews}>
      <div className="ap-toolbar">
        <SegmentedControl
          label={text.stateFilter}
          value={state}
          onChange={setState}
          options={[
            { value: 'reported', label: text.open },
            { value: 'hidden', label: text.hiddenOnes },
          ]}
        />
      </div>
      <ListStates
        list={list}
        failed={text.reportedFailed}
        empty={
          <EmptyState
            titleAs="h2"
            title={isReported ? text.noReports : text.noHidden}
            text={isReported ? text.noReportsHint : text.noHiddenHint}
          />
        }
        shownOf={text.shownOf}
        counted={text.allShown}
        more={text.more}
      >
        {(reviews) => (
          <ul className="reported-reviews" aria-busy={list.isPlaceholderData || undefined}>
            {reviews.map((review) => (
              <Reported key={review.id} review={review} />
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  )
}

function Reported({ review }: { review: ReportedReview }) {
  const text = useText(reviewWritingMessages)
  const { learner } = useText(reviewsMessages)
  const language = useLanguage()
  const notify = useNotify()
  const failureText = useFailureText()
  const moderation = useReviewWrite((hidden: boolean) =>
    call('hideReview', { params: { id: review.id }, body: { hidden } }),
  )
  // React Query does not call callbacks of `mutate` when the new list removes this component.
  const act = (hidden: boolean, done: string) =>
    moderation.mutateAsync(hidden).then(
      () => notify({ text: done }),
      (error: unknown) => notify({ tone: 'danger', text: failureText(error, text.hideFailed) }),
    )
  const author = review.author.name ?? learner
  return (
    <li>
      <p className="review-head">
        <Link className="ap-link" to={`/sp/${review.course.id}/`}>
          {text.onCourse(review.course.title)}
        </Link>
        {review.reportCount > 0 ? <Badge tone="warning">{text.reportCount(review.reportCount)}</Badge> : null}
      </p>
      <ReviewEntry review={review} />
      {review.reports.length > 0 ? (
        <ul className="reported-reasons">
          {review.reports.map((report) => (
            <li key={`${report.createdAt} ${report.reporterName}`}>
              <p>
                {report.reporterName ?? text.somebody} ·{' '}
                <time dateTime={report.createdAt}>{timeInWords(report.createdAt, language)}</time>
              </p>
              {report.reason}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="reported-tools">
        {review.isHidden ? (
          <Button
            size="sm"
            busy={moderation.isPending}
            aria-label={text.showReview(author)}
            onClick={() => void act(false, text.isShown)}
          >
            {text.showAgain}
          </Button>
        ) : (
          <>
            <Button
              size="sm"
              variant="danger"
              busy={moderation.isPending}
              aria-label={text.hideReview(author)}
              onClick={() => void act(true, text.isHidden)}
            >
              {text.hide}
            </Button>
            <Button
              size="sm"
              busy={moderation.isPending}
              aria-label={text.keepReview(author)}
              onClick={() => void act(false, text.isKept)}
            >
              {text.keep}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
