import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { LedgerPage } from '#web/features/accounting/components/ledger-page.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? (
    <>
      <MoneyNav />
      <LedgerPage user={user} />
    </>
  ) : null
}
