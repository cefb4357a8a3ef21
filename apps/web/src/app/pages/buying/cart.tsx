import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, useRef, type RefCallback } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { CartLines } from '#web/features/sales/components/checkout/cart-lines.tsx'
import { useCartQuote } from '#web/features/sales/cart-quote.ts'
import { applyTypedCode, setCartCode } from '#web/shared/buying/cart-code.ts'
import { cartMessages } from '#web/features/sales/messages/cart.en.ts'
import { Totals } from '#web/features/sales/components/checkout/totals.tsx'
import { removeBundleFromCart, useCart, type CartBundle, type CartItem } from '#web/shared/buying/cart.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useHydrated } from '#web/platform/page/hydrated.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { NeedsScript } from '#web/platform/page/needs-script.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { storage } from '#web/platform/session/storage.ts'
import '#web/features/sales/components/checkout/cart.css'

const CodeField = lazyWithRetry(
  async () => (await import('#web/features/sales/components/checkout/code-field.tsx')).CodeField,
)

const CartBundles = lazyWithRetry(
  async () => (await import('#web/features/bundles/components/cart-bundles.tsx')).CartBundles,
)

const CartGiftLink = lazyWithRetry(
  async () => (await import('#web/features/gifts/components/cart-gift-link.tsx')).CartGiftLink,
)

// The component loads on demand, because few carts have an unfinished payment.
const UnfinishedPayment = lazyWithRetry(
  async () =>
    (await import('#web/features/sales/components/checkout/unfinished-payment.tsx')).UnfinishedPayment,
)

export function Component() {
  const text = useText(cartMessages)
  const { loading } = useText(platformMessages)
  const { items, bundles, count } = useCart()
  const { user } = useSession()
  const isKnown = useHydrated()
  const title = useRef<HTMLHeadingElement>(null)
  const moveFocusRef = useFocusOnUnmount(title)
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.title} />
      <header className="ap-page-head flex items-baseline gap-3">
        <h1 className="ap-h1" ref={title} tabIndex={-1}>
          {text.title}
        </h1>
        {count > 0 ? <p className="text-secondary">{text.itemCount(items.length, bundles.length)}</p> : null}
      </header>
      <NeedsScript />
      {!isKnown ? (
        <Loading label={loading}>
          <SkeletonRows count={3} />
        </Loading>
      ) : count === 0 ? (
        <>
          {user && storage.read(storageKeys.latestPurchase) ? (
            <Suspense>
              <UnfinishedPayment />
            </Suspense>
          ) : null}
          <EmptyState
            title={text.empty}
            titleAs="h2"
            text={text.emptyHint}
            action={
              <LinkButton as={Link} to="/courses" variant="primary">
                {text.browseCourses}
              </LinkButton>
            }
          />
        </>
      ) : (
        <FilledCart items={items} bundles={bundles} moveFocusRef={moveFocusRef} />
      )}
    </div>
  )
}

function FilledCart({
  items,
  bundles,
  moveFocusRef,
}: {
  items: readonly CartItem[]
  bundles: readonly CartBundle[]
  /** Moves the focus for buttons that disappear when they are pressed. */
  moveFocusRef: RefCallback<HTMLElement>
}) {
  const text = useText(cartMessages)
  const { tryAgain } = useText(platformMessages)
  const { remove, clear } = useCart()
  const notify = useNotify()
  const quote = useCartQuote(items, bundles)
  const { lines } = quote
  const removeWithNotice = (item: CartItem) => {
    remove(item.id)
    notify({ tone: 'info', text: text.removed(item.title) })
  }
  const clearAll = () => {
    clear()
    setCartCode('')
  }
  return (
    <div className="cart-columns">
      <div>
        <CartLines lines={lines} onRemove={removeWithNotice} moveFocusRef={moveFocusRef} />
        {bundles.length === 0 ? null : (
          <Suspense fallback={<SkeletonRows count={bundles.length} />}>
            <CartBundles bundles={bundles} items={items} quote={quote} moveFocusRef={moveFocusRef} />
          </Suspense>
        )}
        <div className="mt-4 flex flex-wrap justify-between gap-3">
          <LinkButton as={Link} to="/courses" variant="quiet" icon="arrow-left">
            {text.continueShopping}
          </LinkButton>
          <Button ref={moveFocusRef} variant="quiet" onClick={clearAll}>
            {text.clear}
          </Button>
        </div>
      </div>
      <section className="ap-panel lg:sticky lg:top-24" data-padded="" aria-labelledby="cart-summary">
        <h2 id="cart-summary" className="ap-h4">
          {text.summary}
        </h2>
        <Totals {...quote} />
        <div className="mt-4">
          <Suspense fallback={<Skeleton shape="line" />}>
            <CodeField quote={quote} />
          </Suspense>
        </div>
        {quote.error && !quote.isAnswered ? (
          <p className="mt-4 text-sm text-warning">
            {text.quoteFailed}{' '}
            <Button variant="quiet" size="sm" onClick={quote.retry}>
              {tryAgain}
            </Button>
          </p>
        ) : null}
        <Proceed quote={quote} remove={remove} moveFocusRef={moveFocusRef} />
        <Suspense fallback={<Skeleton shape="button" />}>
          <CartGiftLink items={items} bundles={bundles} />
        </Suspense>
      </section>
    </div>
  )
}

/** Links to the checkout, or to a step that is required before the checkout. */
function Proceed({
  quote: { lines, bundles, isBlocked, isAnswered },
  remove,
  moveFocusRef,
}: {
  quote: Pick<ReturnType<typeof useCartQuote>, 'lines' | 'bundles' | 'isBlocked' | 'isAnswered'>
  remove: (courseId: number) => void
  moveFocusRef: RefCallback<HTMLElement>
}) {
  const text = useText(cartMessages)
  const unsold = bundles.filter(({ state }) => state !== 'buyable')
  const hasObstacle = unsold.length > 0 || lines.some(({ obstacle }) => obstacle)
  const removeMarked = () => {
    lines.forEach(({ item, obstacle }) => obstacle && remove(item.id))
    unsold.forEach(({ bundleId }) => removeBundleFromCart(bundleId))
  }
  return (
    <div className="mt-5 grid gap-2">
      {isBlocked ? (
        <>
          <Button variant="primary" size="lg" block disabled aria-describedby="cart-blocked">
            {text.proceed}
          </Button>
          {isAnswered ? (
            <p id="cart-blocked" className="text-sm text-secondary">
              {hasObstacle ? text.clearFirst : text.chooseStart}
            </p>
          ) : null}
          {hasObstacle ? (
            <Button ref={moveFocusRef} block onClick={removeMarked}>
              {text.removeMarked}
            </Button>
          ) : null}
        </>
      ) : (
        <LinkButton as={Link} to="/checkout" variant="primary" size="lg" block onClick={applyTypedCode}>
          {text.proceed}
        </LinkButton>
      )}
    </div>
  )
}
