import { SalesList } from '#web/features/courses/components/sale/sales-list.tsx'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? <SalesList user={user} /> : null
}
