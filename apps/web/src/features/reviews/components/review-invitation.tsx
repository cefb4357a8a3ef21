import { LinkButton } from '@apogee/ui/link-button.tsx'
import { pencilIcon } from '@apogee/ui/more-icons.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/messages.ts'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { useReviews } from '../api/reviews.ts'
import './reviews.css'
import { reviewWritingMessages } from '../messages/writing.en.ts'

/** One line under the contents for a learner who is well into the course and has not reviewed it. */
export function ReviewInvitation({ courseId }: { courseId: number }) {
  const { write } = useText(reviewsMessages)
  const { invitation } = useText(reviewWritingMessages)
  const { data } = useReviews(courseId)
  if (!data?.permissions.write || data.mine) return null
  return (
    <aside className="reviews-invitation">
      <p>{invitation}</p>
      <LinkButton
        as={Link}
        to={`/course/${courseId}?tab=reviews`}
        size="sm"
        variant="quiet"
        icon={pencilIcon}
      >
        {write}
      </LinkButton>
    </aside>
  )
}
