import { useText } from '#web/platform/language/messages.ts'
import { MoneyFailure } from '#web/shared/money/money-page.tsx'
import { invoicesMessages } from '../messages/invoices.en.ts'

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
