import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Steps } from '@apogee/ui/navigation/steps.tsx'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate } from '#web/platform/router/router.tsx'
import { useCartQuote } from '#web/features/sales/cart-quote.ts'
import { Totals } from '#web/features/sales/components/checkout/totals.tsx'
import '#web/features/sales/components/checkout/checkout.css'
import {
  AddressFields,
  blankDetails,
  CompanyFields,
  KeepDetails,
  useDetailsForm,
  type Details,
} from '#web/features/sales/components/checkout/checkout-form.tsx'
import {
  isAboutCourse,
  useCheckoutProblem,
  useCompletePurchase,
} from '#web/features/sales/complete-purchase.ts'
import { detailsDraftOf, keepDetailsDraft } from '#web/features/sales/details-draft.ts'
import { checkoutMessages } from '#web/features/sales/messages/checkout.en.ts'
import { OrderSummary } from '#web/features/sales/components/order-summary.tsx'
import { buyerDetailsQuery } from '#web/features/sales/api/checkout.ts'
import { changesSince } from '#web/shared/buying/offer-refusal.ts'
import { useCart, type CartBundle, type CartItem } from '#web/shared/buying/cart.ts'
import { applyTypedCode } from '#web/shared/buying/cart-code.ts'
import { call } from '#web/platform/transfer/client.ts'
import { showIssues } from '#web/platform/forms/forms.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import '#web/features/sales/components/checkout/cart.css'

const CodeField = lazyWithRetry(
  async () => (await import('#web/features/sales/components/checkout/code-field.tsx')).CodeField,
)
const CartBundles = lazyWithRetry(
  async () => (await import('#web/features/bundles/components/cart-bundles.tsx')).CartBundles,
)

/** The guard ensures a user. An empty cart has nothing to check out. */
export function Component() {
  const { user } = useSession()
  const cart = useCart()
  const purchase = useCompletePurchase()
  // The cart is emptied on the way to the payment page; its content stays on screen until then.
  const isLeaving = purchase.isPending || purchase.isSuccess
  const { items, bundles } = isLeaving ? purchase.variables : cart
  if (items.length + bundles.length === 0) return <Navigate to="/cart" replace />
  return user ? <Prepared buyer={user} items={items} bundles={bundles} purchase={purchase} /> : null
}

interface Given {
  buyer: CurrentUser
  items: readonly CartItem[]
  bundles: readonly CartBundle[]
  purchase: ReturnType<typeof useCompletePurchase>
}

/** The form appears when the stored details are loaded, or when loading them has failed. */
function Prepared(given: Given) {
  const text = useText(checkoutMessages)
  const { loading } = useText(platformMessages)
  const kept = useQuery(buyerDetailsQuery(given.buyer.id))
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
      {kept.isPending ? (
        <Loading label={loading}>
          <Skeleton shape="title" width={40} />
          <SkeletonRows count={4} />
        </Loading>
      ) : (
        <Checkout {...given} kept={kept.data?.data ?? null} />
      )}
    </div>
  )
}

/** Provides the billing form, the cart's quote, and the payment action. */
function useCheckout({ buyer, items, bundles, purchase, kept }: Given & { kept: Details | null }) {
  const quote = useCartQuote(items, bundles)
  // Unpaid input of this tab has priority over the stored details.
  const [begin] = useState(() => detailsDraftOf(buyer.id) ?? kept ?? blankDetails)
  const form = useDetailsForm(begin)
  const [isToBeKept, setToBeKept] = useState(kept !== null)
  useEffect(() => {
    const typing = form.watch(() => keepDetailsDraft(buyer.id, form.getValues()))
    return () => typing.unsubscribe()
  }, [form, buyer.id])
  const { mutate } = purchase
  const order = (details: Details) => ({
    buyer,
    items,
    bundles,
    details,
    keepDetails: isToBeKept,
    code: quote.code?.refusal === null ? quote.code.code : null,
    offers: quote.offers,
    quoteKey: quote.queryKey,
  })
  const [isCodeFirst, setCodeFirst] = useState(false)
  const submit = form.handleSubmit((details) => {
    // If a code is typed but not applied, the first press only applies it, so that the buyer sees the total before paying.
    const isHeld = applyTypedCode() || quote.isCodeOpen
    setCodeFirst(isHeld)
    if (isHeld) return
    mutate(order(details), { onError: (failure) => void showIssues(form, failure) })
  })
  return { quote, form, isToBeKept, setToBeKept, isCodeFirst, submit }
}

/** On a phone the button is far below the problem, which stands above the form. */
const showProblem = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'nearest' })

function Checkout({ buyer, items, bundles, purchase, kept }: Given & { kept: Details | null }) {
  const text = useText(checkoutMessages)
  const { remove } = useCart()
  const { quote, form, isToBeKept, setToBeKept, isCodeFirst, submit } = useCheckout({
    buyer,
    items,
    bundles,
    purchase,
    kept,
  })
  const { isPending, isSuccess, isError, error, reset, variables } = purchase
  return (
    <div className="cart-columns" data-form="">
      <form
        id="checkout"
        className="grid gap-5"
        method="post"
        noValidate
        aria-labelledby="billing"
        onSubmit={(event) => void submit(event)}
      >
        {isError ? (
          <div ref={showProblem} className="scroll-mt-24">
            <Problem error={error} onDismiss={reset}>
              {changesSince(variables.offers, error)}
            </Problem>
          </div>
        ) : null}
        <h2 id="billing" className="ap-h4">
          {text.billing}
        </h2>
        <AddressFields form={form} email={buyer.email} />
        <CompanyFields form={form} />
        <div className="flex flex-wrap items-start justify-between gap-3">
          <KeepDetails isKept={isToBeKept} onChange={setToBeKept} />
          {kept ? <ForgetDetails onForgotten={() => setToBeKept(false)} /> : null}
        </div>
      </form>
      <div className="ap-panel lg:sticky lg:top-24" data-padded="">
        <OrderSummary
          courses={quote.lines}
          onRemove={({ id }) => {
            remove(id)
            // `reset` clears the earlier error, because the refetched quote marks the course.
            if (isAboutCourse(error)) reset()
          }}
        >
          {bundles.length === 0 ? null : (
            <Suspense fallback={<SkeletonRows count={bundles.length} />}>
              <CartBundles bundles={bundles} items={items} quote={quote} isSummary />
            </Suspense>
          )}
          <Totals {...quote} />
        </OrderSummary>
        <div className="mt-4">
          <Suspense fallback={<Skeleton shape="line" />}>
            <CodeField quote={quote} />
          </Suspense>
        </div>
        <PayButton
          quote={quote}
          isCodeFirst={isCodeFirst}
          isPaying={form.formState.isSubmitting || isPending || isSuccess}
        />
      </div>
    </div>
  )
}

function Problem({
  error,
  onDismiss,
  children,
}: {
  error: unknown
  onDismiss: () => void
  /** `children` tells what has changed since the page showed the offers. */
  children: ReactNode
}) {
  const text = useText(checkoutMessages)
  const { dismiss } = useText(platformMessages)
  const problemOf = useCheckoutProblem()
  return (
    <Notice
      tone="danger"
      onDismiss={onDismiss}
      dismissLabel={dismiss}
      link={
        isAboutCourse(error) ? (
          <Link to="/cart">{text.backToCart}</Link>
        ) : children ? null : (
          <Link to="/contact-support">{text.contactSupport}</Link>
        )
      }
    >
      {problemOf(error)}
      {isAboutCourse(error) ? <span className="block">{text.clearFirst}</span> : null}
      {children}
    </Notice>
  )
}

function PayButton({
  quote,
  isCodeFirst,
  isPaying,
}: {
  quote: ReturnType<typeof useCartQuote>
  /** True means that a typed code is not applied yet: the next press applies it instead of paying. */
  isCodeFirst: boolean
  isPaying: boolean
}) {
  const text = useText(checkoutMessages)
  return (
    <div className="mt-5 grid gap-3">
      {isCodeFirst ? (
        <p className="text-sm text-warning" role="status">
          {text.codeFirst}
        </p>
      ) : null}
      {quote.isBlocked && quote.isAnswered ? (
        <p id="checkout-blocked" className="text-sm text-warning">
          {quote.lines.some(({ obstacle }) => obstacle) ||
          quote.bundles.some(({ state }) => state !== 'buyable')
            ? text.clearFirst
            : text.chooseStart}
        </p>
      ) : null}
      <Button
        type="submit"
        form="checkout"
        variant="primary"
        size="lg"
        block
        busy={isPaying}
        busyLabel={text.openingPayment}
        disabled={quote.isBlocked}
        aria-describedby={quote.isBlocked ? 'checkout-blocked' : undefined}
      >
        {text.completePurchase}
      </Button>
      <LinkButton as={Link} to="/cart" variant="quiet" block>
        {text.backToCart}
      </LinkButton>
      <p className="text-xs text-secondary">
        {quote.sums.total > 0 ? text.paymentNote : text.nothingToPayNote}
      </p>
    </div>
  )
}

/** Deletes the stored details; the form keeps its values. */
function ForgetDetails({ onForgotten }: { onForgotten: () => void }) {
  const text = useText(checkoutMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('forgetBuyerDetails'),
    onSuccess: () => {
      onForgotten()
      notify({ tone: 'positive', text: text.detailsForgotten })
      return queries.invalidateQueries({ queryKey: ['buyer-details'] })
    },
    onError: () => notify({ tone: 'danger', text: text.forgetFailed }),
  })
  return (
    <Button variant="quiet" size="sm" busy={isPending} onClick={() => mutate()}>
      {text.forgetDetails}
    </Button>
  )
}
