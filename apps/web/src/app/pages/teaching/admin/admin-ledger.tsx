import { moneyScreen } from '#web/app/shell/money/money-screen.tsx'
import { LedgerPage } from '#web/features/accounting/components/ledger-page.tsx'

export const Component = moneyScreen(LedgerPage)
