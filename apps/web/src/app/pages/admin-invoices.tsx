import { moneyScreen } from '#web/app/shell/money-screen.tsx'
import { InvoicesList } from '#web/features/invoices/components/invoices-list.tsx'

export const Component = moneyScreen(InvoicesList)
