import { Button } from '@apogee/ui/button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { refundsMessages } from '../messages/refunds.en.ts'
import { orderRefundsQuery } from '../api/refunds.ts'
import { OrderDecisions } from './order-decisions.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import './refunds.css'
import { RequestAnswers } from './request-answers.tsx'

/** Shows refundable lines and the buyer's requests on an order's page. */
export function OrderRefunds({ orderId }: { orderId: string }) {
  const text = useText(refundsMessages)
  const common = useText(platformMessages)
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(orderRefundsQuery(useViewer(), orderId))
  const [isOpen, setOpen] = useState(false)
  if (isPending) {
    return (
      <Loading label={common.loading}>
        <SkeletonRows />
      </Loading>
    )
  }
  // The page around this component shows the error for an unknown order.
  if (!data && error instanceof ApiError && error.status === 404) return null
  if (!data) {
    return <LoadFailure title={text.refundsFailed} error={error} onRetry={() => void refetch()} />
  }
  const possible = data.isUnexplained ? [] : data.lines.filter(({ refundable }) => refundable > 0)
  const { buyer } = data
  return (
    <div className="refunds-order">
      <OrderDecisions orderId={orderId} of="open" isOnOrder />
      {data.requests.length > 0 ? (
        <Panel id="refund-requests" title={text.requests}>
          <ul className="refunds-list">
            {data.requests.map((request) => (
              <RequestAnswers key={request.id} request={request} />
            ))}
          </ul>
        </Panel>
      ) : null}
      <section className="ap-panel" data-padded="" aria-labelledby="refunds-heading">
        <div className="refunds-item-head">
          <h2 className="ap-h3" id="refunds-heading">
            {text.heading}
          </h2>
          {possible.length > 0 ? (
            <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
              {text.refund}
            </Button>
          ) : null}
        </div>
        <p className="text-sm text-secondary">
          {data.isUnexplained ? text.unexplained : possible.length > 0 ? text.refundLead : text.nothingLeft}
        </p>
      </section>
      {isOpen ? (
        <RefundDialog
          orderId={orderId}
          lines={possible}
          buyer={buyer?.name ?? buyer?.email ?? null}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            void queries.invalidateQueries({ queryKey: ['order'] })
            void queries.invalidateQueries({ queryKey: ['orders'] })
            void queries.invalidateQueries({ queryKey: ['money'] })
          }}
        />
      ) : null}
    </div>
  )
}
