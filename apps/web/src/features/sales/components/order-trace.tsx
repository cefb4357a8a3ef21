import type { SellerOrderDetail } from '@apogee/contracts/sales/orders.ts'
import { Badge, type BadgeTone } from '@apogee/ui/badge.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Panel } from '@apogee/ui/panel.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { traceMessages } from '../messages/trace.en.ts'
import './orders.css'

type Payment = SellerOrderDetail['payments'][number]

/** Shows the provider's snapshots of a payment with their causes, for investigations. */
export function ProviderTrace({ payment }: { payment: Payment }) {
  const text = useText(traceMessages)
  const { readings, callbacks, purchaseId } = payment
  const entries = readings.length + callbacks.length
  if (entries === 0 && purchaseId === null) return null
  return (
    <Disclosure title={text.trace} meta={entries > 0 ? text.traceCount(entries) : null}>
      {purchaseId ? (
        <p className="orders-trace-id">
          {text.purchaseId} <code translate="no">{purchaseId}</code>
        </p>
      ) : null}
      {readings.length > 0 ? (
        <>
          <h3 className="orders-trace-head">{text.readings}</h3>
          <TimedList entries={readings}>
            {({ status, broughtBy, refundable }) => (
              <>
                <code translate="no">{status}</code> {text[`by_${broughtBy}`]}
                {refundable === null ? null : ` · ${text.refundable(formatRinggit(refundable))}`}
              </>
            )}
          </TimedList>
        </>
      ) : null}
      {callbacks.length > 0 ? (
        <>
          <h3 className="orders-trace-head">{text.callbacks}</h3>
          <TimedList entries={callbacks}>
            {({ event, deliveries, handledAt }) => (
              <>
                <code translate="no">{event ?? text.noEvent}</code>
                {deliveries > 1 ? ` · ${text.deliveries(deliveries)}` : null}
                {handledAt === null ? ` · ${text.waits}` : null}
              </>
            )}
          </TimedList>
        </>
      ) : null}
    </Disclosure>
  )
}

const refundTones: Record<SellerOrderDetail['refunds'][number]['state'], BadgeTone> = {
  waiting: 'warning',
  planned: 'warning',
  asking: 'warning',
  pending: 'warning',
  done: 'positive',
  failed: 'danger',
  reversed: 'danger',
}

/** Shows issued receipts, refund notes and refunds. */
export function PapersAndRefunds({ order }: { order: SellerOrderDetail }) {
  const text = useText(traceMessages)
  const language = useLanguage()
  const { receipts, refunds } = order
  if (receipts.length === 0 && refunds.length === 0) return null
  return (
    <Panel id="papers-heading" title={text.papers}>
      <ul className="orders-payments">
        {receipts.map(({ id, kind, number, amount, issuedAt }) => (
          <li key={id}>
            <p className="flex flex-wrap items-center justify-between gap-3">
              <Link className="ap-link" to={`/purchases/${order.id}/receipts/${id}`}>
                {kind === 'receipt' ? text.receipt(number) : text.refundNote(number)}
              </Link>
              <span className="font-semibold">{formatRinggit(amount)}</span>
            </p>
            <p className="text-xs text-tertiary">{timeInWords(issuedAt, language)}</p>
          </li>
        ))}
        {refunds.map(({ state, kind, amount, reason, at }, place) => (
          <li key={place}>
            <p className="flex flex-wrap items-center justify-between gap-3">
              <span className="flex flex-wrap items-center gap-2">
                {text[`refund_${kind}`]}
                <Badge tone={refundTones[state]}>{text[`state_${state}`]}</Badge>
              </span>
              <span className="font-semibold">{formatRinggit(amount)}</span>
            </p>
            {reason ? <p className="text-sm">{reason}</p> : null}
            <p className="text-xs text-tertiary">{timeInWords(at, language)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function Views({ views }: { views: SellerOrderDetail['views'] }) {
  const text = useText(traceMessages)
  return (
    <section className="ap-panel orders-views" aria-label={text.views}>
      <Disclosure title={text.views} meta={text.viewCount(views.length)}>
        <TimedList entries={views}>{({ name }) => name ?? text.thePlatform}</TimedList>
      </Disclosure>
    </section>
  )
}

function TimedList<Entry extends { at: string }>({
  entries,
  children,
}: {
  entries: readonly Entry[]
  children: (entry: Entry) => ReactNode
}) {
  const language = useLanguage()
  return (
    <ol className="orders-trace">
      {entries.map((entry, place) => (
        <li key={place}>
          <span>{children(entry)}</span>
          <time dateTime={entry.at}>{timeInWords(entry.at, language)}</time>
        </li>
      ))}
    </ol>
  )
}
