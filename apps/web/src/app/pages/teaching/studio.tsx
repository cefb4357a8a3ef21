import { SellingNotice } from '#web/features/accounting/components/selling-notice.tsx'
import { StudioHome } from '#web/features/operations/components/studio-home.tsx'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const { user } = useSession()
  if (!user) return null
  const isSeller = user.role === 'admin' || (user.role === 'instructor' && user.businessId === null)
  return <StudioHome user={user} notice={isSeller ? <SellingNotice onlyRestriction /> : null} />
}
