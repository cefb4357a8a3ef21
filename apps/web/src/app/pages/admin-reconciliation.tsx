import { moneyScreen } from '#web/app/shell/money-screen.tsx'
import { ReconciliationPage } from '#web/features/operations/components/reconciliation-page.tsx'

export const Component = moneyScreen(ReconciliationPage)
