import { moneyScreen } from '#web/app/shell/money/money-screen.tsx'
import { CouponsPage } from '#web/features/pricing/components/coupons-page.tsx'

export const Component = moneyScreen(CouponsPage)
