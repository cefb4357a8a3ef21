import { useParams } from '#web/platform/router/router.tsx'
import { InvitationOffer } from '#web/features/people/components/invitation-offer.tsx'

export function Component() {
  const { token = '' } = useParams()
  return <InvitationOffer token={token} />
}
