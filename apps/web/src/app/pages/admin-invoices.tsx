import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { InvoicesList } from '#web/features/invoices/components/invoices-list.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? (
    <>
      <MoneyNav />
      <InvoicesList user={user} />
    </>
  ) : null
}
