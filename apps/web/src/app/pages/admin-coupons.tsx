import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { CouponsPage } from '#web/features/pricing/components/coupons-page.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? (
    <>
      <MoneyNav />
      <CouponsPage user={user} />
    </>
  ) : null
}
