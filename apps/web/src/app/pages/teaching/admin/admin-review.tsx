import { moneyScreen } from '#web/app/shell/money/money-screen.tsx'
import { ReviewPage } from '#web/features/sales/components/payment-exceptions-page.tsx'

export const Component = moneyScreen(ReviewPage)
