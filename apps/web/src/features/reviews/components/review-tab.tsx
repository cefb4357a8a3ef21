import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useReviews } from '../api/reviews.ts'
import { CourseReviews } from './course-reviews.tsx'
import { OwnReview } from './own-review.tsx'
import './own-reviews.css'

export function ReviewTab(given: { courseId: number; isPrivate: boolean; userId: number | null }) {
  const { courseId, isPrivate, userId } = given
  const { loading } = useText(platformMessages)
  // One answer says whether the learner's own review stands above the others, so all of them appear together.
  if (useReviews(courseId).isLoading) {
    return (
      <Loading label={loading}>
        <Skeleton shape="block" />
      </Loading>
    )
  }
  return (
    <div className="reviews-course">
      {userId === null ? null : <OwnReview courseId={courseId} isPrivate={isPrivate} userId={userId} />}
      <CourseReviews courseId={courseId} titleSize="h3" />
    </div>
  )
}
