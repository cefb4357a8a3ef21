import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { ReconciliationPage } from '#web/features/operations/components/reconciliation-page.tsx'

export function Component() {
  return (
    <>
      <MoneyNav />
      <ReconciliationPage />
    </>
  )
}
