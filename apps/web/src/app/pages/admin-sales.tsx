import { SalesList } from '#web/features/courses/components/sales-list.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? <SalesList user={user} /> : null
}
