import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { OrdersList } from '#web/features/sales/components/orders-list.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? (
    <>
      <MoneyNav />
      <OrdersList user={user} />
    </>
  ) : null
}
