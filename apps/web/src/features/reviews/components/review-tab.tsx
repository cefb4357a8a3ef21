import { CourseReviews } from './course-reviews.tsx'
import { OwnReview } from './own-review.tsx'
import './own-reviews.css'

export function ReviewTab(given: { courseId: number; isPrivate: boolean; userId: number | null }) {
  const { courseId, isPrivate, userId } = given
  return (
    <div className="reviews-course">
      {userId === null ? null : <OwnReview courseId={courseId} isPrivate={isPrivate} userId={userId} />}
      <CourseReviews courseId={courseId} titleSize="h3" />
    </div>
  )
}
