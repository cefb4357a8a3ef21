import { moneyScreen } from '#web/app/shell/money-screen.tsx'
import { OrdersList } from '#web/features/sales/components/orders-list.tsx'

export const Component = moneyScreen(OrdersList)
