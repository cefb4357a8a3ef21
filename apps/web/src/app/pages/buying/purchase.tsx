import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import { stateOfOrder } from '@apogee/contracts/sales/order-states.ts'
import type { Payment, PaymentInDetail } from '@apogee/contracts/sales/checkout.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Price } from '@apogee/ui/figures/price.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useParams } from '#web/platform/router/router.tsx'
import '#web/features/sales/components/checkout/checkout.css'
import { checkoutMessages } from '#web/features/sales/messages/checkout.en.ts'
import { paymentStatusMessages } from '#web/shared/money/payment-status.en.ts'
import { purchasesMessages } from '#web/features/sales/messages/purchases.en.ts'
import { ContactSupport } from '#web/features/sales/components/checkout/contact-support.tsx'
import { PaymentBadge, OrderBadge } from '#web/shared/money/order-badge.tsx'
import {
  canBePaid,
  hasEndedUnpaid,
  isPartlyRefunded,
  paymentQuery,
  refundedOf,
} from '#web/features/sales/api/checkout.ts'
import { Receipts } from '#web/features/sales/components/receipts.tsx'
import { RestoreLink } from '#web/features/sales/components/restore-link.tsx'
import { CourseStart } from '#web/features/learning/components/course-start.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { Head } from '#web/platform/page/head.tsx'
import { LoadFailurePage } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { PageLoading, StatePage } from '#web/platform/failures/state-page.tsx'

const BuyerRefunds = lazyWithRetry(
  async () => (await import('#web/features/sales/components/buyer-refunds.tsx')).BuyerRefunds,
)
const OwnGift = lazyWithRetry(
  async () => (await import('#web/features/gifts/components/own-gift.tsx')).OwnGift,
)
const ExtraMoney = lazyWithRetry(
  async () => (await import('#web/features/sales/components/extra-money.tsx')).ExtraMoney,
)

/** A gift links to the request for a refund, which takes it back. */
const refundHeading = 'ask-heading'

export function Component() {
  const text = useText(purchasesMessages)
  const checkout = useText(checkoutMessages)
  const { purchaseId = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery(paymentQuery(purchaseId, useViewer()))
  if (isPending) return <PageLoading title={text.purchasesTitle} />
  if (!data) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
    return isMissing ? (
      <StatePage
        head={text.purchasesTitle}
        title={text.purchaseNotFound}
        text={text.purchaseNotFoundHint}
        back={['/purchases', checkout.myPurchases]}
      />
    ) : (
      <LoadFailurePage
        head={text.purchasesTitle}
        title={text.purchaseFailedToLoad}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return <Purchase payment={data.data} />
}

function usePlainStatus(payment: PaymentInDetail): string {
  const text = useText(purchasesMessages)
  const checkout = useText(checkoutMessages)
  const { status, extra } = payment
  if (payment.gift && status === 'paid') return text.giftHint
  if (isPartlyRefunded(payment)) return text.partlyRefundedHint
  if (stateOfOrder(payment) === 'charged_back') return text.chargedBackHint
  if (status === 'paid') return checkout.successHint(payment.lines.length)
  if (status === 'refunded') return checkout.refundedHint
  if (status === 'needs_review') {
    const isDecided = extra.length > 0 && extra.every(({ state }) => state !== 'waiting')
    return isDecided ? text.reviewEnded : checkout.needsReview
  }
  if (status === 'pending') return checkout.pendingHint
  if (!canBePaid(payment)) return text.ownedByNow
  return hasEndedUnpaid(status) ? checkout.unfinishedPaymentHint : checkout.notFinishedHint
}

function Purchase({ payment }: { payment: PaymentInDetail }) {
  const text = useText(purchasesMessages)
  const language = useLanguage()
  const firstOwned = payment.gift ? undefined : payment.lines.find((line) => line.owned)
  const title = text.purchaseOf(dateInWords(payment.createdAt, language))
  return (
    <div className="ap-wrap pb-16">
      <Head title={title} />
      <header className="ap-page-head">
        <Breadcrumb
          as={Link}
          label={text.purchasesTitle}
          places={[['/purchases', text.purchasesTitle]]}
          current={title}
        />
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <h1 className="ap-h2">{title}</h1>
          <OrderBadge order={payment} />
        </div>
        <p className="mt-2 text-secondary">{usePlainStatus(payment)}</p>
      </header>
      <div className="checkout-purchase">
        <section aria-labelledby="courses-heading">
          {payment.gift ? (
            <Suspense fallback={<Skeleton shape="block" />}>
              <OwnGift purchaseId={payment.id} refundId={payment.amount > 0 ? refundHeading : null} />
            </Suspense>
          ) : null}
          <h2 className="vh" id="courses-heading">
            {text.courses}
          </h2>
          <ul className="checkout-lines">
            {payment.lines.map((line) => (
              <Line
                key={line.courseId}
                line={payment.gift ? { ...line, owned: false } : line}
                isMain={line === firstOwned}
              />
            ))}
          </ul>
        </section>
        <Summary payment={payment} />
      </div>
    </div>
  )
}

function Line({ line, isMain }: { line: Payment['lines'][number]; isMain: boolean }) {
  const { chargedBack = 0 } = line
  const text = useText(purchasesMessages)
  const checkout = useText(checkoutMessages)
  const { listPrice } = useText(platformMessages)
  const was = line.discount > 0 && { was: line.listPrice, wasLabel: listPrice }
  const end = (
    <span className="checkout-line-end">
      <Price sen={line.price} {...was} freeLabel={checkout.free} />
      {line.bundle ? <small>{text.inBundle(line.bundle.title)}</small> : null}
      {line.refunded > chargedBack ? (
        <small>{text.amountRefunded(formatPlainRinggit(line.refunded - chargedBack))}</small>
      ) : null}
      {chargedBack > 0 ? <small>{text.amountChargedBack(formatPlainRinggit(chargedBack))}</small> : null}
    </span>
  )
  if (line.owned) {
    return <CourseStart courseId={line.courseId} title={line.title} isMain={isMain} end={end} />
  }
  return (
    <li className="checkout-line">
      <span>
        <b className="font-semibold">{line.title}</b>{' '}
        {line.status === 'refunded' && !line.chargedBack ? <PaymentBadge status="refunded" /> : null}
      </span>
      {end}
    </li>
  )
}

function Summary({ payment }: { payment: PaymentInDetail }) {
  const text = useText(purchasesMessages)
  const checkout = useText(checkoutMessages)
  const status = useText(paymentStatusMessages)
  const language = useLanguage()
  const canBeTriedAgain = canBePaid(payment)
  const isPaid = payment.status === 'paid' || payment.status === 'refunded'
  const sum = (amount: (line: Payment['lines'][number]) => number) =>
    payment.lines.reduce((total, line) => total + amount(line), 0)
  const refunded = refundedOf(payment)
  // The head of the page already says that a payment in review waits for a person.
  const extra = payment.extra.filter(
    ({ cause, state }) => !(payment.status === 'needs_review' && cause === 'mismatch' && state === 'waiting'),
  )
  const [discount, tax] = [sum((line) => line.discount), sum((line) => line.tax)]
  return (
    <aside className="ap-panel" data-padded="" aria-label={text.summary}>
      <dl className="checkout-facts">
        <Fact term={text.ordered} value={timeInWords(payment.createdAt, language)} />
        {payment.paidAt ? <Fact term={text.paidAt} value={timeInWords(payment.paidAt, language)} /> : null}
        <Fact term={text.purchaseNumber} value={payment.id} />
        {discount > 0 ? (
          <>
            <Fact term={text.subtotal} value={formatPlainRinggit(sum((line) => line.listPrice))} />
            <Fact term={text.discount} value={`−${formatPlainRinggit(discount)}`} />
          </>
        ) : null}
        <div data-total="">
          <dt>{checkout.total}</dt>
          <dd>{formatPlainRinggit(payment.amount)}</dd>
        </div>
        {tax > 0 ? <Fact term={text.taxInside} value={formatPlainRinggit(tax)} /> : null}
        {refunded > 0 ? (
          <>
            <Fact
              term={stateOfOrder(payment) === 'charged_back' ? status.charged_back : status.refunded}
              value={`−${formatPlainRinggit(refunded)}`}
            />
            <Fact term={text.leftPaid} value={formatPlainRinggit(payment.amount - refunded)} />
          </>
        ) : null}
      </dl>
      {extra.length > 0 ? (
        <Suspense>
          <ExtraMoney extra={extra} />
        </Suspense>
      ) : null}
      {isPaid && payment.amount > 0 ? <Receipts purchaseId={payment.id} /> : null}
      {payment.status === 'paid' && payment.amount > 0 ? (
        <Suspense>
          <BuyerRefunds purchaseId={payment.id} headingId={refundHeading} />
        </Suspense>
      ) : null}
      <div className="mt-5 flex flex-wrap gap-3">
        {canBeTriedAgain ? (
          <RestoreLink purchaseId={payment.id} to="/checkout" label={checkout.tryPayingAgain} />
        ) : null}
        <ContactSupport purchaseId={payment.id} />
      </div>
    </aside>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
