import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { ReconciliationPage } from '#web/features/reconciliation/reconciliation-page.tsx'

export function Component() {
  return (
    <>
      <MoneyNav />
      <ReconciliationPage />
    </>
  )
}
