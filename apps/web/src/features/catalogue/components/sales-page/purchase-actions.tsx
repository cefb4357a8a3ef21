/** Shows the purchase buttons. The module loads after the page, because the viewer is known only then. */
import { Button, IconButton, type ButtonProps } from '@apogee/ui/button.tsx'
import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, useRef, type ReactNode } from 'react'
import { isFree } from '@apogee/domain/money/money.ts'
import { Link } from '#web/platform/router/router.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useStore } from '#web/platform/session/store.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { CourseCodeField } from './course-code.tsx'
import { carriedOut, IntendedPress } from './intended-press.tsx'
import type { Offer, Standing } from './purchase-panel.tsx'
import { purchaseMessages } from '../../messages/purchase.en.ts'
import { useCourseCode } from '../../use-code.ts'
import { useEnrolment, usePurchase } from '../../use-purchase.ts'

const FirstCourses = lazyWithRetry(async () => (await import('./first-courses.tsx')).FirstCourses)
const StartGate = lazyWithRetry(async () => (await import('#web/shared/buying/start-chooser.tsx')).StartGate)

interface ActionsProps {
  offer: Offer
  standing: Standing
  /** The page itself shows buttons with these labels until this module has loaded. */
  labels: { buyNow: string; addToCart: string; enrollNow: string }
}

/**
 * Stacks the actions in the panel. The buttons appear together with the prerequisites, so that nobody can buy before reading them.
 */
export const PanelActions = (props: ActionsProps) => (
  <>
    {props.offer.sales.course.prerequisites ? (
      <FirstCourses course={props.offer.sales.course} standing={props.standing} />
    ) : null}
    <IntendedPress offer={props.offer} standing={props.standing} />
    <Actions {...props} stacked />
    <AccessNote offer={props.offer} label={props.labels.buyNow} />
    <GiftChoice {...props} />
  </>
)

/** Offers the course as a gift, also to its learners. Phones show this part below their bar, too, as they do with a code. */
function GiftChoice({ offer: { sales }, standing }: ActionsProps) {
  const text = useText(purchaseMessages)
  const { course } = sales
  const isSold = !isFree(course) && !course.isPrivate && !course.state && !course.isNotOnSaleYet
  if (!isSold || (standing !== 'paid' && standing !== 'enrolled')) return null
  return (
    <div data-code="">
      <LinkButton as={Link} to={`/gifts/new?courses=${course.id}`} variant="quiet" size="sm">
        {text.buyAsGift}
      </LinkButton>
    </div>
  )
}

/**
 * Tells when the viewer's own access ends or has ended and, before the end, how to extend it. `label` is the label of the purchase
 * button.
 */
function AccessNote({ offer: { sales }, label }: { offer: Offer; label: string }) {
  const text = useText(purchaseMessages)
  const language = useLanguage()
  const { course, isEnrolled } = sales
  const { accessEndsAt, mayRenew } = course.enrollment ?? {}
  if (!accessEndsAt) return null
  const day = dateInWords(accessEndsAt, language)
  if (!isEnrolled) return <p>{text.accessEnded(day)}</p>
  const mayBuy = mayRenew && course.price > 0 && course.state === undefined
  return (
    <>
      <p>
        {text.accessEnds(day)} {mayBuy ? text.renewalAdds : null}
      </p>
      {mayBuy ? <RenewButton offer={{ sales }} label={label} /> : null}
    </>
  )
}

function RenewButton({ offer: { sales }, label }: { offer: Pick<Offer, 'sales'>; label: string }) {
  const text = useText(purchaseMessages)
  const { buy, isBuying } = usePurchase(sales, useCourseCode(sales.course.id))
  return (
    <Button size="lg" block onClick={buy} busy={isBuying} busyLabel={text.buying}>
      {label}
    </Button>
  )
}

export const RowActions = (props: ActionsProps) => <Actions {...props} />

function Actions(props: ActionsProps & { stacked?: boolean }) {
  const { offer, standing, labels, stacked = false } = props
  const text = useText(purchaseMessages)
  const { course } = offer.sales
  const look = stacked ? ({ size: 'lg', block: true } as const) : {}
  switch (standing) {
    case 'unknown':
    case 'private':
    case 'offSale':
    case 'notYet':
    case 'preview':
      return null
    case 'enrolled':
      return (
        <LinkButton as={Link} to={`/course/${course.id}`} variant="primary" {...look}>
          {text.continueLearning}
        </LinkButton>
      )
    case 'invited':
    case 'free':
      return (
        <WithStart {...props}>
          <EnrolButton
            {...offer}
            look={look}
            label={standing === 'free' ? labels.enrollNow : text.acceptInvite}
          />
        </WithStart>
      )
    case 'paid':
      return (
        <WithStart {...props}>
          <BuyActions {...props} />
        </WithStart>
      )
  }
}

function EnrolButton({
  sales: { course },
  invite,
  look,
  label,
}: Pick<Offer, 'sales' | 'invite'> & { look: Pick<ButtonProps, 'size' | 'block'>; label: string }) {
  const text = useText(purchaseMessages)
  const { enroll, isEnrolling } = useEnrolment(course.id, invite, course)
  const isCarriedOut = useStore(carriedOut) === course.id
  return (
    <Button
      variant="primary"
      {...look}
      onClick={enroll}
      busy={isEnrolling || isCarriedOut}
      busyLabel={text.enrolling}
    >
      {label}
    </Button>
  )
}

/** Requires the choice of a start first in a course with cohorts. */
function WithStart({
  offer: { sales },
  stacked = false,
  children,
}: Pick<ActionsProps, 'offer'> & { stacked?: boolean; children: ReactNode }) {
  if (!sales.course.hasCohorts) return children
  return (
    <Suspense fallback={<Skeleton shape="button" />}>
      <StartGate courseId={sales.course.id} isRow={!stacked}>
        {children}
      </StartGate>
    </Suspense>
  )
}

/** Offers Buy Now with the code of the address, and the cart. */
function BuyActions({ offer, labels, stacked = false }: ActionsProps & { stacked?: boolean }) {
  const text = useText(purchaseMessages)
  const code = useCourseCode(offer.sales.course.id)
  const { buy, isInCart, addToCart, ...purchase } = usePurchase(offer.sales, code)
  const isCarriedOut = useStore(carriedOut) === offer.sales.course.id
  const isBuying = purchase.isBuying || isCarriedOut
  const cartLink = useRef<HTMLAnchorElement>(null)
  const moveFocusRef = useFocusOnUnmount(cartLink)
  const buyButton = (
    <Button
      variant="primary"
      {...(stacked ? ({ size: 'lg', block: true } as const) : {})}
      onClick={buy}
      busy={isBuying || code.isChecking}
      busyLabel={isBuying ? text.buying : text.checkingCode}
    >
      {labels.buyNow}
    </Button>
  )
  if (!stacked) {
    return (
      <>
        {isInCart ? (
          <LinkButton as={Link} ref={cartLink} to="/cart">
            {text.goToCart}
          </LinkButton>
        ) : (
          <IconButton ref={moveFocusRef} icon="cart" label={labels.addToCart} outlined onClick={addToCart} />
        )}
        {buyButton}
      </>
    )
  }
  return (
    <>
      {buyButton}
      {isInCart ? (
        <>
          <Button size="lg" block icon="check" disabled>
            {text.inCart}
          </Button>
          <LinkButton as={Link} ref={cartLink} to="/cart" variant="quiet" block iconEnd="arrow-right">
            {text.goToCart}
          </LinkButton>
        </>
      ) : (
        <Button ref={moveFocusRef} size="lg" block icon="cart" onClick={addToCart}>
          {labels.addToCart}
        </Button>
      )}
      <div data-code="">
        <CourseCodeField code={code} />
      </div>
    </>
  )
}

/** Hides all information about a private course before the invitation is accepted. */
export function Invitation({ courseId, invite }: { courseId: number; invite: string }) {
  const text = useText(purchaseMessages)
  const { session } = useSession()
  const { enroll, isEnrolling } = useEnrolment(courseId, invite)
  return (
    <div className="ap-wrap ap-section">
      <EmptyState
        page
        titleAs="h1"
        title={text.invitedTitle}
        text={session.state === 'signed-out' ? text.invitedSignIn : text.invitedHint}
        action={
          <Button
            variant="primary"
            onClick={enroll}
            busy={isEnrolling}
            busyLabel={text.enrolling}
            disabled={session.state === 'unknown'}
          >
            {text.acceptInvite}
          </Button>
        }
      />
    </div>
  )
}
