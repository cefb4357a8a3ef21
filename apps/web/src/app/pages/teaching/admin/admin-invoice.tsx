import { useParams } from '#web/platform/router/router.tsx'
import { InvoicePage } from '#web/features/invoices/components/invoice-page.tsx'

export function Component() {
  const { invoiceId = '' } = useParams()
  return <InvoicePage key={invoiceId} invoiceId={invoiceId} />
}
