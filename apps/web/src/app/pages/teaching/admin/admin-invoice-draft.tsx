import { useParams } from '#web/platform/router/router.tsx'
import { EditInvoicePage, NewInvoicePage } from '#web/features/invoices/components/draft-page.tsx'

export function Component() {
  const { invoiceId } = useParams()
  return invoiceId === undefined ? <NewInvoicePage /> : <EditInvoicePage invoiceId={invoiceId} />
}
