import { useParams } from '#web/platform/router/router.tsx'
import { CourseInvitationOffer } from '#web/features/enrolments/components/invitation-offer.tsx'

export function Component() {
  const { token = '' } = useParams()
  return <CourseInvitationOffer token={token} />
}
