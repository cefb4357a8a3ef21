import { useParams } from 'react-router'
import { CourseInvitationOffer } from '#web/features/enrolments/components/invitation-offer.tsx'

export function Component() {
  const { token = '' } = useParams()
  return <CourseInvitationOffer token={token} />
}
