import { moneyScreen } from '#web/app/shell/money/money-screen.tsx'
import { OrdersList } from '#web/features/sales/components/orders-list.tsx'

export const Component = moneyScreen(OrdersList)
