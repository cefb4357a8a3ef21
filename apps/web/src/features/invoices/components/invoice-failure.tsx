import { useText } from '#web/platform/messages.ts'
import { MoneyFailure } from '#web/platform/money-page.tsx'
import { invoicesMessages } from '../messages/invoices.en.ts'

/** Shown instead of an invoice that does not exist or could not be loaded. */
export function InvoiceFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText(invoicesMessages)
  return (
    <MoneyFailure
      error={error}
      onRetry={onRetry}
      missing={{ title: text.notFound, text: text.notFoundHint }}
      failed={text.invoiceFailed}
      back={['/admin/invoices', text.allInvoices]}
    />
  )
}
