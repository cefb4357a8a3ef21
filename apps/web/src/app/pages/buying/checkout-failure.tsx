import type { PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import '#web/features/sales/components/checkout/checkout.css'
import { supportAddress } from '#web/features/sales/components/checkout/contact-support.tsx'
import { checkoutMessages } from '#web/features/sales/messages/checkout.en.ts'
import { hasEndedUnpaid, paymentCheckQuery } from '#web/features/sales/api/checkout.ts'
import { RestoreLink } from '#web/features/sales/components/restore-link.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'

/** `unknown` means that the purchase is unknown or the server has not answered. The page then relies on its address. */
type ShownStatus = PaymentStatus | 'checking' | 'unknown'

const isEndedUnpaid = (status: ShownStatus): boolean =>
  status === 'unknown' || (status !== 'checking' && hasEndedUnpaid(status))

/**
 * Implements the provider's failure return address (docs/specification.md#payment-result-pages). The specification fixes its
 * heading. The address proves nothing, so the server's state of the purchase is shown below the heading.
 */
export function Component() {
  const [search] = useSearchParams()
  const purchaseId = search.get('purchase_id') ?? ''
  const [startedAt] = useState(Date.now)
  const { data, isFetching } = useQuery(paymentCheckQuery(purchaseId, startedAt))
  const status = data?.status ?? (isFetching ? 'checking' : 'unknown')
  const text = useText(checkoutMessages)
  const isUnexplained = status === 'failed' || status === 'unknown'
  const State = isEndedUnpaid(status) ? ErrorState : EmptyState
  return (
    <div className="ap-wrap ap-section">
      <Head title={text.failureTitle} />
      <div className="checkout-result">
        <State
          page
          titleAs="h1"
          title={text.failureTitle}
          text={<span role="status">{useStatusText(status, data?.chargedBack)}</span>}
          action={<NextSteps purchaseId={purchaseId} status={status} isGift={data?.gift === true} />}
        />
        <section className="checkout-reasons" aria-label={isUnexplained ? text.failureReasons : undefined}>
          {isUnexplained ? <Reasons /> : null}
          <p>
            {purchaseId === '' ? text.moneyGone : text.moneyGoneWith(purchaseId)}{' '}
            <Link className="ap-link" to={supportAddress(purchaseId)}>
              {text.contactSupport}
            </Link>
          </p>
        </section>
      </div>
    </div>
  )
}

function useStatusText(status: ShownStatus, isChargedBack = false): string {
  const text = useText(checkoutMessages)
  const sentences: Record<ShownStatus, string> = {
    checking: text.checkingNow,
    unknown: text.unknownHint,
    failed: text.failureHint,
    cancelled: text.cancelledHint,
    expired: text.expiredHint,
    created: text.notFinishedHint,
    pending: text.pendingHint,
    paid: text.paidAfterAll,
    refunded: isChargedBack ? text.chargedBackHint : text.refundedHint,
    needs_review: text.needsReview,
  }
  return sentences[status]
}

/**
 * Offers to put the courses back into the cart only if they cannot be paid twice, so the state of the payment must be known first.
 */
function NextSteps({
  purchaseId,
  status,
  isGift,
}: {
  purchaseId: string
  status: ShownStatus
  /** The courses of a gift are not put into the cart. */
  isGift: boolean
}) {
  const text = useText(checkoutMessages)
  const canPayAgain = status === 'created' || isEndedUnpaid(status)
  const address = encodeURIComponent(purchaseId)
  return (
    <>
      {canPayAgain && purchaseId ? (
        <RestoreLink purchaseId={purchaseId} to="/checkout" label={text.tryPayingAgain} />
      ) : null}
      {status === 'checking' || canPayAgain ? null : (
        <LinkButton
          as={Link}
          to={status === 'paid' ? `/checkout/success?purchase_id=${address}` : `/purchases/${address}`}
        >
          {text.seePurchase}
        </LinkButton>
      )}
      {status === 'checking' ? null : (
        <RestoreLink
          purchaseId={canPayAgain && !isGift ? purchaseId : ''}
          to="/cart"
          label={text.backToCart}
          variant={purchaseId ? 'secondary' : 'primary'}
        />
      )}
      <LinkButton as={Link} to="/courses" variant="quiet">
        {text.browseCourses}
      </LinkButton>
      {status === 'created' ? (
        <LinkButton as={Link} to={`/purchases/${address}`} variant="quiet">
          {text.seePurchase}
        </LinkButton>
      ) : null}
    </>
  )
}

function Reasons() {
  const text = useText(checkoutMessages)
  return (
    <>
      <h2 className="ap-h4">{text.failureReasons}</h2>
      <ul>
        <li>{text.reasonDeclined}</li>
        <li>{text.reasonBank}</li>
        <li>{text.reasonLeft}</li>
      </ul>
    </>
  )
}
