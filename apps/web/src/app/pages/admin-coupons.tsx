import { moneyScreen } from '#web/app/shell/money-screen.tsx'
import { CouponsPage } from '#web/features/pricing/components/coupons-page.tsx'

export const Component = moneyScreen(CouponsPage)
