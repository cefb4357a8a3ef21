import { OrdersList } from '#web/features/orders/orders-list.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? <OrdersList user={user} /> : null
}
