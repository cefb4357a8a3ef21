import { moneyScreen } from '#web/app/shell/money/money-screen.tsx'
import { ReconciliationPage } from '#web/features/operations/components/platform/reconciliation-page.tsx'

export const Component = moneyScreen(ReconciliationPage)
