import { useParams } from 'react-router'
import { InvitationOffer } from '#web/features/administration/invitation-offer.tsx'

export function Component() {
  const { token = '' } = useParams()
  return <InvitationOffer token={token} />
}
