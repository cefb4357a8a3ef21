import type { SellerOrderDetail } from '@apogee/contracts/sales/orders.ts'
import { Price } from '@apogee/ui/figures/price.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { MoneyFailure, MoneyPage, Fact } from '#web/shared/money/money-page.tsx'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Panel } from '@apogee/ui/panel.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { PageLoading } from '#web/platform/failures/state-page.tsx'
import { ordersMessages } from '../messages/orders.en.ts'
import './orders.css'
import { PapersAndRefunds, ProviderTrace, Views } from './order-trace.tsx'
import { orderQuery } from '../api/orders.ts'
import { OrderBadge, PaymentBadge } from '#web/shared/money/order-badge.tsx'

/** Shows one order with lines, buyer, payments and history. `refunds` renders the refund actions after the lines. */
export function OrderPage({ orderId, refunds }: { orderId: string; refunds: ReactNode }) {
  const text = useText(ordersMessages)
  const { data, error, isPending, refetch } = useQuery(orderQuery(useViewer(), orderId))
  if (isPending) return <PageLoading title={text.title} blocks={2} />
  if (!data) {
    return (
      <MoneyFailure
        error={error}
        missing={{ title: text.notFound, text: text.notFoundHint }}
        failed={text.orderLoadFailed}
        back={['/admin/orders', text.allOrders]}
        onRetry={() => void refetch()}
      />
    )
  }
  return <Order order={data.data} refunds={refunds} />
}

function Order({ order, refunds }: { order: SellerOrderDetail; refunds: ReactNode }) {
  const text = useText(ordersMessages)
  const language = useLanguage()
  const day = dateInWords(order.createdAt, language)
  const buyer = order.buyer?.name ?? order.buyer?.email
  const title = buyer === undefined ? text.orderOf(day) : `${text.orderOf(day)} · ${buyer}`
  return (
    <MoneyPage title={title} parent={['/admin/orders', text.title]} badge={<OrderBadge order={order} />}>
      <div className="orders-pair">
        <Bought order={order} />
        <div className="orders-refunds">{refunds}</div>
        <Payments order={order} />
        <PapersAndRefunds order={order} />
        <Views views={order.views} />
        <History history={order.history} />
      </div>
    </MoneyPage>
  )
}

function Bought({ order }: { order: SellerOrderDetail }) {
  const text = useText(ordersMessages)
  const language = useLanguage()
  return (
    <section className="ap-panel" data-padded="" aria-labelledby="bought-heading">
      <h2 className="vh" id="bought-heading">
        {text.bought}
      </h2>
      <dl className="orders-facts">
        <Fact term={text.buyer}>
          {order.buyer ? (
            <>
              <Link className="ap-link" to={`/studio/people/${order.buyer.id}`}>
                {order.buyer.name ?? text.unnamed}
              </Link>
              <br />
              <span className="text-secondary">{order.buyer.email}</span>
            </>
          ) : (
            text.deletedAccount
          )}
        </Fact>
        <Fact term={text.placed}>{timeInWords(order.createdAt, language)}</Fact>
        {order.paidAt ? <Fact term={text.paidOn}>{timeInWords(order.paidAt, language)}</Fact> : null}
        <Fact term={text.orderNumber}>{order.id}</Fact>
        {order.gift ? <Fact term={text.recipient}>{text[`gift_${order.gift}`]}</Fact> : null}
        {order.code === null ? null : <Fact term={text.code}>{order.code}</Fact>}
      </dl>
      <ul className="orders-lines">
        {order.lines.map((line) => (
          <li key={line.courseId}>
            <span>
              <Link className="ap-link" to={`/course/${line.courseId}/manage`}>
                {line.title}
              </Link>
              {line.status === 'refunded' && !line.chargedBack ? <PaymentBadge status="refunded" /> : null}
              <LineDetails line={line} />
            </span>
            <Price sen={line.price} freeLabel={text.free} />
          </li>
        ))}
      </ul>
      <p className="orders-total">
        <span>{text.total}</span>
        <span className="text-xl font-semibold">{formatRinggit(order.amount)}</span>
      </p>
      <ChargebackNote order={order} />
      {order.hasOtherSellers ? <p className="mt-3 text-sm text-secondary">{text.otherSellers}</p> : null}
    </section>
  )
}

/** Explains that a refund cannot end access after a chargeback, because the money is gone; the payment exception decides. */
function ChargebackNote({ order: { lines, history, hasOtherSellers } }: { order: SellerOrderDetail }) {
  const text = useText(ordersMessages)
  const takenLines = lines.filter(({ chargedBack = 0 }) => chargedBack > 0)
  if (takenLines.length === 0) return null
  const moments = history.map(({ what }) => what)
  const isDecided = moments.lastIndexOf('review_decided') > moments.lastIndexOf('charged_back')
  const outcome = takenLines.some(({ status }) => status === 'refunded') ? 'removed' : 'kept'
  return (
    <p className="mt-3 text-sm">
      {text.chargebackNote(
        formatRinggit(takenLines.reduce((sum, { chargedBack = 0 }) => sum + chargedBack, 0)),
      )}{' '}
      {isDecided
        ? text[`chargeback_${outcome}`]
        : hasOtherSellers
          ? text.chargebackPlatform
          : text.chargebackOpen}
    </p>
  )
}

/** Shows how the price of a discounted line was computed. */
function LineDetails({ line }: { line: SellerOrderDetail['lines'][number] }) {
  const text = useText(ordersMessages)
  const { chargedBack = 0 } = line
  const told = [
    line.seller,
    line.bundle && text.inBundle(line.bundle),
    line.discount > 0 && text.lessDiscount(formatRinggit(line.listPrice), formatRinggit(line.discount)),
    line.tax > 0 && text.taxInside(formatRinggit(line.tax)),
    line.refunded > chargedBack && text.refundedSum(formatRinggit(line.refunded - chargedBack)),
    chargedBack > 0 && text.chargedBackSum(formatRinggit(chargedBack)),
  ].filter(Boolean)
  return told.length > 0 ? <span className="orders-line-details">{told.join(' · ')}</span> : null
}

function Payments({ order }: { order: SellerOrderDetail }) {
  const text = useText(ordersMessages)
  const language = useLanguage()
  return (
    <Panel id="payments-heading" title={text.payments}>
      {order.payments.length === 0 ? <p className="mt-3 text-sm text-secondary">{text.noPayments}</p> : null}
      <ul className="orders-payments">
        {order.payments.map((payment, place) => (
          <li key={place}>
            <p className="flex flex-wrap items-center justify-between gap-3">
              {/* The payment that paid the order went back as the order's lines did, whatever the provider calls it. */}
              {payment.outcome === 'settled' &&
              (payment.status === 'paid' || payment.status === 'refunded') ? (
                <OrderBadge order={order} />
              ) : (
                <PaymentBadge status={payment.status} />
              )}
              {payment.amount === null ? null : (
                <span className="font-semibold">{formatRinggit(payment.amount)}</span>
              )}
            </p>
            <dl className="orders-times">
              <Fact term={text.openedAt}>{timeInWords(payment.openedAt, language)}</Fact>
              {payment.paidAt ? (
                <Fact term={text.arrived}>{timeInWords(payment.paidAt, language)}</Fact>
              ) : null}
            </dl>
            {payment.outcome === 'surplus' ? (
              <p className="text-sm">
                <Link to="/admin/review">{text.surplus}</Link>
              </p>
            ) : null}
            {payment.outcome === 'needs_review' ? (
              <p className="text-sm">
                <Link to="/admin/review">{text.inReview}</Link>
              </p>
            ) : null}
            <ProviderTrace payment={payment} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function History({ history }: { history: SellerOrderDetail['history'] }) {
  const text = useText(ordersMessages)
  const language = useLanguage()
  return (
    <Panel id="history-heading" title={text.history}>
      <ol className="orders-history">
        {history.map(({ at, what, who }, place) => (
          <li key={place}>
            <span>{text[`happened_${what}`]}</span>
            {who ? <span className="text-secondary">{who}</span> : null}
            <time dateTime={at}>{timeInWords(at, language)}</time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
