import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Link, useLocation, useNavigate } from '#web/platform/router/router.tsx'
import { useCart } from '#web/shared/buying/cart.ts'
import { PaymentUrlMissing } from '#web/shared/buying/payment-page.ts'
import { useIsMutating } from '#web/platform/transfer/use-is-mutating.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { checkoutMessages } from '../messages/checkout.en.ts'
import { PaymentNotReopened, useRestoreOrder } from '../restore-order.ts'

/**
 * Puts an order's unowned courses back into the cart before following the link. A link to the checkout opens the payment page of an
 * open order of one course directly, as Buy Now did. Without an order it is a plain link; signed-out
 * people sign in first, because only the buyer may read the order.
 */
export function RestoreLink({
  purchaseId,
  to,
  label,
  variant = 'primary',
  size = 'md',
}: {
  purchaseId: string
  to: '/cart' | '/checkout'
  label: string
  variant?: 'primary' | 'secondary'
  size?: 'sm' | 'md'
}) {
  const text = useText(checkoutMessages)
  const failureText = useFailureText()
  const navigate = useNavigate()
  const cart = useCart()
  const isUnderWay = useIsMutating()
  const { pathname, search } = useLocation()
  const isSignedOut = useViewer() === 'anonymous' && purchaseId !== ''
  const paysAgain = to === '/checkout'
  const { mutate, isPending, isError, error, data } = useRestoreOrder(paysAgain, (outcome) => {
    if (typeof outcome === 'object') navigate(outcome.giftAt)
    // If no course can be bought, the page stays and the message appears below the link.
    else if (outcome > 0 || (to === '/cart' && cart.count > 0)) navigate(to)
  })
  // The browser is on its way to the payment page.
  const isBusy = isPending || data === 'paying'
  const cause = error instanceof PaymentNotReopened ? error.cause : null
  const failure =
    cause === null
      ? failureText(error, text.restoreFailed)
      : cause instanceof PaymentUrlMissing
        ? text.noPaymentUrl
        : failureText(cause, text.paymentFailed)
  return (
    <>
      <LinkButton
        as={Link}
        to={isSignedOut ? `/login?redirect=${encodeURIComponent(pathname + search)}` : to}
        variant={variant}
        size={size}
        aria-busy={isBusy || undefined}
        onClick={(event) => {
          if (!purchaseId || isSignedOut || event.metaKey || event.ctrlKey) return
          event.preventDefault()
          if (!isBusy && !isUnderWay(['pay'])) mutate(purchaseId)
        }}
      >
        {isBusy ? (paysAgain ? text.openingPayment : text.restoring) : label}
      </LinkButton>
      {isError ? (
        <Notice tone="danger" className="basis-full">
          {failure}
        </Notice>
      ) : null}
      {data === 0 ? (
        <Notice tone="info" className="basis-full">
          {text.nothingToRestore}
        </Notice>
      ) : null}
    </>
  )
}
