import { LinkButton } from '@apogee/ui/link-button.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { Link } from 'react-router'
import { ApiError } from '#web/platform/client.ts'
import { Head } from '#web/platform/head.tsx'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { useText } from '#web/platform/messages.ts'
import { invoicesMessages } from './messages.en.ts'

/** In place of an invoice that is not there, or did not come. */
export function InvoiceFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText(invoicesMessages)
  const isMissing = error instanceof ApiError && error.status === 404
  const title = isMissing ? text.notFound : text.invoiceFailed
  return (
    <div className="ap-wrap ap-section">
      <Head title={title} />
      {isMissing ? (
        <ErrorState
          page
          titleAs="h1"
          title={title}
          text={text.notFoundHint}
          action={
            <LinkButton as={Link} to="/admin/invoices">
              {text.allInvoices}
            </LinkButton>
          }
        />
      ) : (
        <LoadFailure page titleAs="h1" title={title} error={error} onRetry={onRetry} />
      )}
    </div>
  )
}
