import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Link, useNavigate } from 'react-router'
import { useCart } from '#web/platform/cart.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { checkoutMessages } from './messages.en.ts'
import { useRestoreOrder } from './restore-order.ts'

/** A link that first puts an order's unowned courses back into the cart. Without an order it is a plain link. */
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
  const { mutate, isPending, isError, error, data } = useRestoreOrder((count) => {
    // Nothing to buy: it is said here, rather than nowhere.
    if (count > 0 || (to === '/cart' && cart.count > 0)) void navigate(to)
  })
  return (
    <>
      <LinkButton
        as={Link}
        to={to}
        variant={variant}
        size={size}
        aria-busy={isPending || undefined}
        onClick={(event) => {
          if (!purchaseId || event.metaKey || event.ctrlKey) return
          event.preventDefault()
          if (!isPending) mutate(purchaseId)
        }}
      >
        {isPending ? text.restoring : label}
      </LinkButton>
      {isError ? <Notice tone="danger">{failureText(error, text.restoreFailed)}</Notice> : null}
      {data === 0 ? <Notice tone="info">{text.nothingToRestore}</Notice> : null}
    </>
  )
}
