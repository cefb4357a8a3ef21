import { moneyScreen } from '#web/app/shell/money/money-screen.tsx'
import { InvoicesList } from '#web/features/invoices/components/invoices-list.tsx'

export const Component = moneyScreen(InvoicesList)
