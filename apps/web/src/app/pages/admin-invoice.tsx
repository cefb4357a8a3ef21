import { useParams } from '#web/platform/router/router.tsx'
import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { InvoicePage } from '#web/features/invoices/components/invoice-page.tsx'

export function Component() {
  const { invoiceId = '' } = useParams()
  return (
    <>
      <MoneyNav />
      <InvoicePage key={invoiceId} invoiceId={invoiceId} />
    </>
  )
}
