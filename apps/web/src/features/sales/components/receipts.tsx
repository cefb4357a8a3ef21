import { Icon } from '@apogee/ui/icons/icon.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ShownDay } from '#web/platform/language/shown-day.tsx'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { purchasesMessages } from '../messages/purchases.en.ts'
import './checkout/checkout.css'

const receiptsQuery = (purchaseId: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['receipts', purchaseId, viewer],
    queryFn: ({ signal }) => call('listReceipts', { params: { id: purchaseId }, signal }),
  })

/** Lists the receipts of a purchase, one for each seller, and its refund notes. */
export function Receipts({ purchaseId }: { purchaseId: string }) {
  const text = useText(purchasesMessages)
  const { data, isError, error, refetch } = useQuery(receiptsQuery(purchaseId, useViewer()))
  if (isError && !data) {
    return <LoadFailure title={text.receiptsFailed} error={error} onRetry={() => void refetch()} />
  }
  if (!data || data.data.length === 0) return null
  return (
    <section className="mt-6" aria-labelledby="receipts-heading">
      <h2 className="ap-h4" id="receipts-heading">
        {text.receipts}
      </h2>
      <ul className="mt-2">
        {data.data.map((receipt) => (
          <li key={receipt.id} className="checkout-receipt">
            <Icon name={receipt.kind === 'receipt' ? 'receipt' : 'undo'} size="sm" />
            <span>
              <Link className="ap-link" to={`/purchases/${purchaseId}/receipts/${receipt.id}`}>
                {receipt.kind === 'receipt'
                  ? text.receiptNumbered(receipt.number)
                  : text.refundNoteNumbered(receipt.number)}
              </Link>
              <small>
                {receipt.sellerName} · <ShownDay at={receipt.issuedAt} />
              </small>
            </span>
            <span>{formatPlainRinggit(receipt.total)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
