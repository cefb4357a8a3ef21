import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { reviewsMessages } from '../messages/reviews.en.ts'
import { useReviews, writeReviewAddress } from '../api/reviews.ts'
import './own-reviews.css'
import { reviewWritingMessages } from '../messages/writing.en.ts'

/**
 * Invites a learner who may review the course and has not done so. `lead` replaces the default text about the learner's progress.
 */
export function ReviewInvitation({
  courseId,
  lead,
  isFinished = false,
}: {
  courseId: number
  lead?: string
  isFinished?: boolean
}) {
  const { write } = useText(reviewsMessages)
  const { invitation, invitationAtEnd } = useText(reviewWritingMessages)
  const { data } = useReviews(courseId)
  if (!data?.permissions.write || data.mine) return null
  return (
    <aside className="reviews-invitation">
      <p>{lead ?? (isFinished ? invitationAtEnd : invitation)}</p>
      <LinkButton as={Link} to={writeReviewAddress(courseId)} size="sm" variant="quiet" icon={pencilIcon}>
        {write}
      </LinkButton>
    </aside>
  )
}
