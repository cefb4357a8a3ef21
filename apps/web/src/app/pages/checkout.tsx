import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { Steps } from '@apogee/ui/steps.tsx'
import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import { Link, Navigate } from 'react-router'
import { useCheckedCart } from '#web/features/cart/cart-check.ts'
import '#web/features/checkout/checkout.css'
import { AddressFields, useAddressForm } from '#web/features/checkout/checkout-form.tsx'
import { useCheckoutProblem, useCompletePurchase } from '#web/features/checkout/complete-purchase.ts'
import { checkoutMessages } from '#web/features/checkout/messages.en.ts'
import { OrderSummary } from '#web/features/checkout/order-summary.tsx'
import { useCart, type CartItem } from '#web/platform/cart.ts'
import { showIssues } from '#web/platform/forms.ts'
import { Head } from '#web/platform/head.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

/** Stands behind the guard: there is a user. An empty cart has nothing to check out. */
export function Component() {
  const { user } = useSession()
  const { items } = useCart()
  const purchase = useCompletePurchase()
  // The cart is emptied on the way to the payment page; what is being bought stays on screen until then.
  const isLeaving = purchase.isPending || purchase.isSuccess
  const ordered = isLeaving ? purchase.variables.items : items
  if (ordered.length === 0) return <Navigate to="/cart" replace />
  return user ? <Checkout buyer={user} items={ordered} purchase={purchase} /> : null
}

function Checkout({
  buyer,
  items,
  purchase,
}: {
  buyer: CurrentUser
  items: readonly CartItem[]
  purchase: ReturnType<typeof useCompletePurchase>
}) {
  const text = useText(checkoutMessages)
  const { dismiss } = useText(platformMessages)
  const lines = useCheckedCart(items).map(({ item, price }) => ({ ...item, price }))
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  const form = useAddressForm()
  const problemOf = useCheckoutProblem()
  const { mutate, isPending, isSuccess, isError, error, reset } = purchase
  const submit = form.handleSubmit((address) =>
    mutate({ buyer, address, items }, { onError: (failure) => void showIssues(form, failure) }),
  )
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.title} />
      <header className="ap-page-head">
        <h1 className="ap-h1">{text.title}</h1>
        <Steps
          className="checkout-steps"
          label={text.steps}
          stateLabels={{ done: text.stepDone, current: text.stepCurrent, next: text.stepNext }}
          steps={[
            { label: text.stepCart, state: 'done' },
            { label: text.billing, state: 'current' },
            { label: text.stepPayment, state: 'next' },
          ]}
        />
      </header>
      <form
        className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <section className="grid gap-5" aria-labelledby="billing">
          {isError ? (
            <Notice tone="danger" onDismiss={reset} dismissLabel={dismiss}>
              {problemOf(error)}
            </Notice>
          ) : null}
          <h2 id="billing" className="ap-h4">
            {text.billing}
          </h2>
          <AddressFields form={form} email={buyer.email} />
        </section>
        <div className="ap-panel lg:sticky lg:top-24" data-padded="">
          <OrderSummary items={lines} total={total} />
          <div className="mt-5 grid gap-3">
            <Button
              type="submit"
              variant="primary"
              size="lg"
              block
              busy={isPending || isSuccess}
              busyLabel={text.openingPayment}
            >
              {text.completePurchase}
            </Button>
            <LinkButton as={Link} to="/cart" variant="quiet" block>
              {text.backToCart}
            </LinkButton>
            <p className="text-xs text-secondary">{text.paymentNote}</p>
          </div>
        </div>
      </form>
    </div>
  )
}
