import type { PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import { paymentFastPollPeriodMs } from '@apogee/contracts/limits.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import '#web/features/sales/components/checkout/checkout.css'
import { ContactSupport } from '#web/features/sales/components/checkout/contact-support.tsx'
import { checkoutMessages } from '#web/features/sales/messages/checkout.en.ts'
import { useDashboardRedirect, usePaidOrder } from '#web/features/sales/paid-order.ts'
import { hasEndedUnpaid, isOpen, paymentCheckQuery } from '#web/features/sales/api/checkout.ts'
import { RestoreLink } from '#web/features/sales/components/restore-link.tsx'
import { CourseStart } from '#web/features/learning/components/course-start.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useHydrated } from '#web/platform/page/hydrated.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { storage } from '#web/platform/session/storage.ts'

const PaidGift = lazyWithRetry(
  async () => (await import('#web/features/gifts/components/paid-gift.tsx')).PaidGift,
)

/**
 * Implements the payment verification of docs/specification.md#4-states-and-transitions. It shows the server's state and decides
 * nothing.
 */
export function Component() {
  const text = useText(checkoutMessages)
  const [search] = useSearchParams()
  const isKnown = useHydrated()
  const inAddress = search.get('purchase_id')
  // The id is read once, because it is deleted as soon as the purchase is paid.
  const [stored, setStored] = useState<string | null>(null)
  useEffect(() => setStored(storage.read(storageKeys.latestPurchase) ?? ''), [])
  const purchaseId = inAddress ?? stored
  return (
    <div className="ap-wrap ap-section">
      {!isKnown || purchaseId === null ? (
        <Checking />
      ) : purchaseId === '' ? (
        <Failed problem={text.noPurchaseId} purchaseId="" />
      ) : (
        <Verification key={purchaseId} purchaseId={purchaseId} />
      )}
    </div>
  )
}

function Verification({ purchaseId }: { purchaseId: string }) {
  const text = useText(checkoutMessages)
  const failureText = useFailureText()
  const [startedAt] = useState(Date.now)
  const { data, error, refetch, isFetching } = useQuery(paymentCheckQuery(purchaseId, startedAt))
  if (data && !isOpen(data.status)) {
    return data.status === 'paid' ? (
      <Paid purchaseId={purchaseId} isGift={data.gift === true} />
    ) : (
      <NotCompleted {...data} purchaseId={purchaseId} />
    )
  }
  if (error && !isFetching) {
    const isOurs = error instanceof ApiError && error.status < 500
    return (
      <Failed
        problem={failureText(error, text.verifyError, isOurs ? text.verifyFailed : text.verifyUnexplained)}
        purchaseId={purchaseId}
        onRetry={() => void refetch()}
      />
    )
  }
  return <Checking purchaseId={purchaseId} isAtBank={data?.status === 'pending'} />
}

/**
 * After two minutes without a payment, the page offers further steps besides waiting. While the bank decides, it offers no second
 * payment.
 */
function Checking({ purchaseId, isAtBank = false }: { purchaseId?: string; isAtBank?: boolean }) {
  const text = useText(checkoutMessages)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), paymentFastPollPeriodMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      <Head title={text.checkingTitle} />
      <EmptyState
        page
        titleAs="h1"
        title={isLate ? text.stillChecking : text.checkingTitle}
        text={isLate ? (isAtBank ? text.pendingHint : text.stillCheckingHint) : text.checkingHint}
        action={
          isLate && purchaseId ? (
            <>
              {isAtBank ? null : (
                <RestoreLink purchaseId={purchaseId} to="/checkout" label={text.tryPayingAgain} />
              )}
              <LinkButton as={Link} to="/purchases">
                {text.myPurchases}
              </LinkButton>
              <ContactSupport purchaseId={purchaseId} />
            </>
          ) : undefined
        }
      />
    </div>
  )
}

/** Links the first lessons of the purchased courses, for their buyer only. */
function Paid({ purchaseId, isGift }: { purchaseId: string; isGift: boolean }) {
  const text = useText(checkoutMessages)
  const { isStaying, stay } = useDashboardRedirect()
  const { courses: bought, receiptUrl } = usePaidOrder(purchaseId)
  const courses = isGift ? [] : bought
  const purchases = useRef<HTMLAnchorElement>(null)
  const moveFocusRef = useFocusOnUnmount(purchases)
  return (
    <div className="checkout-result">
      <div role="status">
        <Head title={text.successTitle} />
        <EmptyState
          page
          titleAs="h1"
          title={text.successTitle}
          text={`${isGift ? text.giftReady : text.successHint(courses.length)} ${isStaying ? text.staying : text.redirecting}`}
        />
      </div>
      {courses.length > 0 ? (
        <ul className="checkout-courses">
          {courses.map((course, place) => (
            <CourseStart key={course.courseId} {...course} isMain={place === 0} />
          ))}
        </ul>
      ) : null}
      <div className="ap-state-action">
        {isGift ? (
          <Suspense>
            <PaidGift purchaseId={purchaseId} />
          </Suspense>
        ) : null}
        <LinkButton
          as={Link}
          to="/dashboard"
          variant={isGift || courses.length > 0 ? 'secondary' : 'primary'}
        >
          {text.goToDashboard}
        </LinkButton>
        {isStaying ? (
          <LinkButton as={Link} ref={purchases} to={`/purchases/${purchaseId}`}>
            {text.myPurchases}
          </LinkButton>
        ) : (
          <Button ref={moveFocusRef} onClick={stay}>
            {text.stayHere}
          </Button>
        )}
        {receiptUrl ? (
          <LinkButton as={Link} to={receiptUrl} variant="quiet" icon="receipt">
            {text.receipt}
          </LinkButton>
        ) : null}
      </div>
    </div>
  )
}

/** Shows the result in the specification's words, with the next step. */
function NotCompleted({
  status,
  chargedBack,
  gift,
  purchaseId,
}: {
  status: PaymentStatus
  chargedBack?: true | undefined
  /** The courses of a gift are not put into the cart. */
  gift?: true | undefined
  purchaseId: string
}) {
  const text = useText(checkoutMessages)
  const hints: Partial<Record<PaymentStatus, string>> = {
    failed: text.failureHint,
    cancelled: text.cancelledHint,
    expired: text.expiredHint,
    refunded: chargedBack ? text.chargedBackHint : text.refundedHint,
    needs_review: text.needsReview,
  }
  return (
    <ResultFailed
      problem={
        <>
          {text.notCompleted(status)}
          <span className="mt-2 block">{hints[status]}</span>
        </>
      }
      actions={
        <>
          {hasEndedUnpaid(status) ? (
            <>
              <RestoreLink purchaseId={purchaseId} to="/checkout" label={text.tryPayingAgain} />
              <RestoreLink
                purchaseId={gift ? '' : purchaseId}
                to="/cart"
                label={text.backToCart}
                variant="secondary"
              />
            </>
          ) : (
            <LinkButton as={Link} to={`/purchases/${encodeURIComponent(purchaseId)}`} variant="primary">
              {text.seePurchase}
            </LinkButton>
          )}
          <LinkButton as={Link} to="/purchases" variant="quiet">
            {text.myPurchases}
          </LinkButton>
          <ContactSupport purchaseId={purchaseId} />
        </>
      }
    />
  )
}

/** The payment's state could not be read, but the list of courses may show its result. */
function Failed({
  problem,
  purchaseId,
  onRetry,
}: {
  problem: string
  purchaseId: string
  onRetry?: () => void
}) {
  const text = useText(checkoutMessages)
  const { tryAgain } = useText(platformMessages)
  return (
    <ResultFailed
      problem={problem}
      actions={
        <>
          {onRetry ? (
            <Button variant="primary" onClick={onRetry}>
              {tryAgain}
            </Button>
          ) : null}
          <LinkButton as={Link} to="/courses">
            {text.myCourses}
          </LinkButton>
          <LinkButton as={Link} to="/purchases" variant="quiet">
            {text.myPurchases}
          </LinkButton>
          <ContactSupport purchaseId={purchaseId} />
        </>
      }
    />
  )
}

function ResultFailed({ problem, actions }: { problem: ReactNode; actions: ReactNode }) {
  const text = useText(checkoutMessages)
  return (
    <>
      <Head title={text.failedTitle} />
      <ErrorState page titleAs="h1" title={text.failedTitle} text={problem} action={actions} />
    </>
  )
}
