import { moneyScreen } from '#web/app/shell/money/money-screen.tsx'
import { BundlesPage } from '#web/features/bundles/components/editing/bundles-page.tsx'

export const Component = moneyScreen(BundlesPage)
