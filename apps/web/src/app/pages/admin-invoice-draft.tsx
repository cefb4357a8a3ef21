import { useParams } from '#web/platform/router/router.tsx'
import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { EditInvoicePage, NewInvoicePage } from '#web/features/invoices/components/draft-page.tsx'

export function Component() {
  const { invoiceId } = useParams()
  return (
    <>
      <MoneyNav />
      {invoiceId === undefined ? <NewInvoicePage /> : <EditInvoicePage invoiceId={invoiceId} />}
    </>
  )
}
