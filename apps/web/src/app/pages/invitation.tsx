import { useParams } from 'react-router'
import { InvitationOffer } from '#web/features/people/components/invitation-offer.tsx'

export function Component() {
  const { token = '' } = useParams()
  return <InvitationOffer token={token} />
}
