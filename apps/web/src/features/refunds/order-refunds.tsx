import type { Refund } from '@apogee/contracts/refunds.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/platform/client.ts'
import { timeInWords } from '#web/platform/dates.ts'
import { LoadFailure } from '#web/platform/load-failure.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { ringgit } from '#web/platform/money.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { useViewer } from '#web/platform/session.tsx'
import { refundsMessages } from './messages.en.ts'
import { orderRefundsQuery } from './queries.ts'
import { RefundDialog } from './refund-dialog.tsx'
import './refunds.css'
import { RequestAnswers } from './request-answers.tsx'

/** On an order's page: what went back, what can, and what its buyer asks for. */
export function OrderRefunds({ orderId }: { orderId: string }) {
  const text = useText(refundsMessages)
  const common = useText(platformMessages)
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useQuery(orderRefundsQuery(useViewer(), orderId))
  const [isOpen, setOpen] = useState(false)
  if (isPending) {
    return (
      <Loading label={common.loading} className="ap-wrap">
        <SkeletonRows />
      </Loading>
    )
  }
  // The order's own page has said so.
  if (!data && error instanceof ApiError && error.status === 404) return null
  if (!data) {
    return (
      <div className="ap-wrap">
        <LoadFailure title={text.refundsFailed} error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  const possible = data.lines.filter(({ refundable }) => refundable > 0)
  const { buyer } = data
  return (
    <div className="ap-wrap refunds-order">
      {data.requests.length > 0 ? (
        <section className="ap-panel" data-padded="" aria-labelledby="refund-requests">
          <h2 className="ap-h3" id="refund-requests">
            {text.requests}
          </h2>
          <ul className="refunds-list">
            {data.requests.map((request) => (
              <RequestAnswers key={request.id} request={request} />
            ))}
          </ul>
        </section>
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
        {data.refunds.length === 0 ? <p className="text-sm text-secondary">{text.noRefunds}</p> : null}
        <ul className="refunds-list">
          {data.refunds.map((refund) => (
            <RefundLine key={refund.id} refund={refund} />
          ))}
        </ul>
        {possible.length === 0 && data.refunds.length > 0 ? (
          <p className="text-sm text-secondary">{text.nothingLeft}</p>
        ) : null}
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

const toneOf = {
  planned: 'info',
  asking: 'info',
  pending: 'info',
  done: 'positive',
  failed: 'danger',
  reversed: 'warning',
} as const satisfies Record<Refund['state'], BadgeTone>

function RefundLine({ refund }: { refund: Refund }) {
  const text = useText(refundsMessages)
  const language = useLanguage()
  return (
    <li className="refunds-item">
      <p className="refunds-item-head">
        <b>
          {text[`kind_${refund.kind}`]} {ringgit(refund.amount)}
        </b>
        <Badge tone={toneOf[refund.state]}>{text[`state_${refund.state}`]}</Badge>
      </p>
      {refund.lines.length > 0 ? <p>{refund.lines.map(({ title }) => title).join(', ')}</p> : null}
      {refund.reason ? <blockquote className="refunds-quote">{refund.reason}</blockquote> : null}
      {refund.origin === 'provider' ? <p className="text-sm">{text.seenAtProvider}</p> : null}
      <time className="text-sm text-secondary" dateTime={refund.createdAt}>
        {timeInWords(refund.resolvedAt ?? refund.createdAt, language)}
      </time>
    </li>
  )
}
