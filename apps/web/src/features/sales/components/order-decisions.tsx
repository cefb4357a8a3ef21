import { Panel } from '@apogee/ui/panel.tsx'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { refundsMessages } from '../messages/refunds.en.ts'
import { orderExceptionsQuery } from '../api/refunds.ts'
import { ReviewEntry } from './payment-exception-entry.tsx'
import './refunds.css'

/**
 * Decides the payment exceptions of an order where somebody meets it. `of` is 'open' on the order's page, which tells the past in its
 * history, and 'chargebacks' on the page of its learner, where a decision explains the access. Renders nothing without any.
 */
export function OrderDecisions({
  orderId,
  of,
  isOnOrder = false,
}: {
  orderId: string
  of: 'open' | 'chargebacks'
  isOnOrder?: boolean
}) {
  const text = useText(refundsMessages)
  const { data, error, refetch } = useQuery(orderExceptionsQuery(useViewer(), orderId))
  if (error && !data) {
    return <LoadFailure title={text.reviewFailed} error={error} onRetry={() => void refetch()} />
  }
  const items = (data ?? []).filter(({ state, topic }) =>
    of === 'open' ? state !== 'closed' : topic === 'chargeback',
  )
  if (items.length === 0) return null
  return (
    <Panel id={`decisions-${orderId}`} title={text.decisions}>
      <ul className="refunds-list">
        {items.map((item) => (
          <ReviewEntry key={item.id} item={item} isOnOrder={isOnOrder} />
        ))}
      </ul>
    </Panel>
  )
}
