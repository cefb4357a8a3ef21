import type { PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from '#web/platform/router/router.tsx'
import '#web/features/sales/components/checkout.css'
import { ContactSupport, supportAddress } from '#web/features/sales/components/contact-support.tsx'
import { checkoutMessages } from '#web/features/sales/messages/checkout.en.ts'
import { hasEndedUnpaid, isOpen, paymentCheckQuery } from '#web/features/sales/api/checkout.ts'
import { RestoreLink } from '#web/features/sales/components/restore-link.tsx'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'

/**
 * The provider's failure return address (docs/specification.md#payment-result-pages). The address proves nothing: the
 * server is asked, and a settled purchase is shown on the success page.
 */
export function Component() {
  const [search] = useSearchParams()
  const purchaseId = search.get('purchase_id') ?? ''
  const [startedAt] = useState(Date.now)
  const { data, isFetching } = useQuery(paymentCheckQuery(purchaseId, startedAt))
  const isSettledOtherwise = data && !isOpen(data.status) && !hasEndedUnpaid(data.status)
  if (isSettledOtherwise) {
    return <Navigate to={`/checkout/success?purchase_id=${encodeURIComponent(purchaseId)}`} replace />
  }
  return (
    <div className="ap-wrap ap-section">
      {data && isOpen(data.status) ? (
        <NotFinished purchaseId={purchaseId} isAtBank={data.status === 'pending'} />
      ) : !data && isFetching ? (
        <Checking />
      ) : (
        <Failed purchaseId={purchaseId} status={data?.status} />
      )}
    </div>
  )
}

function Checking() {
  const text = useText(checkoutMessages)
  return (
    <div role="status">
      <Head title={text.checkingTitle} />
      <EmptyState page titleAs="h1" title={text.checkingTitle} text={text.checkingHint} />
    </div>
  )
}

/** `isAtBank`: it may still be paid, so the buyer is not asked to pay again. */
function NotFinished({ purchaseId, isAtBank }: { purchaseId: string; isAtBank: boolean }) {
  const text = useText(checkoutMessages)
  const title = isAtBank ? text.paymentAtBank : text.notFinishedTitle
  return (
    <>
      <Head title={title} />
      <EmptyState
        page
        titleAs="h1"
        title={title}
        text={isAtBank ? text.pendingHint : text.notFinishedHint}
        action={
          <>
            {isAtBank ? null : (
              <>
                <RestoreLink purchaseId={purchaseId} to="/checkout" label={text.tryPayingAgain} />
                <RestoreLink purchaseId={purchaseId} to="/cart" label={text.backToCart} variant="secondary" />
              </>
            )}
            <LinkButton
              as={Link}
              to={`/purchases/${encodeURIComponent(purchaseId)}`}
              variant={isAtBank ? 'primary' : 'quiet'}
            >
              {text.seePurchase}
            </LinkButton>
            <ContactSupport purchaseId={purchaseId} />
          </>
        }
      />
    </>
  )
}

/** `status`: the server's state; without an answer the address is believed. */
function Failed({ purchaseId, status }: { purchaseId: string; status: PaymentStatus | undefined }) {
  const text = useText(checkoutMessages)
  // Buyers whose page expired or was cancelled need no explanation of declined payments.
  const isKnown = status === 'expired' || status === 'cancelled'
  const hints = { expired: text.expiredHint, cancelled: text.cancelledHint }
  return (
    <div className="checkout-result">
      <Head title={text.failureTitle} />
      <ErrorState
        page
        titleAs="h1"
        title={text.failureTitle}
        text={isKnown ? hints[status] : text.failureHint}
        action={
          <>
            {purchaseId ? (
              <RestoreLink purchaseId={purchaseId} to="/checkout" label={text.tryPayingAgain} />
            ) : null}
            <RestoreLink
              purchaseId={purchaseId}
              to="/cart"
              label={text.backToCart}
              variant={purchaseId ? 'secondary' : 'primary'}
            />
            <LinkButton as={Link} to="/courses" variant="quiet">
              {text.browseCourses}
            </LinkButton>
          </>
        }
      />
      <section className="checkout-reasons" aria-label={isKnown ? undefined : text.failureReasons}>
        {isKnown ? null : (
          <>
            <h2 className="ap-h4">{text.failureReasons}</h2>
            <ul>
              <li>{text.reasonDeclined}</li>
              <li>{text.reasonBank}</li>
              <li>{text.reasonLeft}</li>
            </ul>
          </>
        )}
        <p>
          {purchaseId === '' ? text.moneyGone : text.moneyGoneWith(purchaseId)}{' '}
          <Link className="ap-link" to={supportAddress(purchaseId)}>
            {text.contactSupport}
          </Link>
        </p>
      </section>
    </div>
  )
}
