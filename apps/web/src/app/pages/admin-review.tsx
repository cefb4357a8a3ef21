import { moneyScreen } from '#web/app/shell/money-screen.tsx'
import { ReviewPage } from '#web/features/sales/components/payment-exceptions-page.tsx'

export const Component = moneyScreen(ReviewPage)
