import type { SalesInfo } from '@apogee/contracts/catalogue.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/cover.tsx'
import { Icon, type IconName } from '@apogee/ui/icon.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Price } from '@apogee/ui/price.tsx'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import { PurchaseBar } from '@apogee/ui/top-bar.tsx'
import { Link } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { isFree } from '#web/platform/money.ts'
import { salesMessages } from './sales-messages.en.ts'
import { useEnrolment, usePurchase } from './use-purchase.ts'
import { useShare } from './use-share.ts'

export interface Offer {
  sales: SalesInfo
  /** Who looks is known, and the answer is about them. */
  isSettled: boolean
  /** The signed invitation of a private course, from the address. */
  invite: string | null
}

/** What the person may do, in the order of spec §2: go on learning, enrol, buy. */
type Standing = 'unknown' | 'enrolled' | 'invited' | 'private' | 'free' | 'paid'

function standingOf({ sales, isSettled, invite }: Offer): Standing {
  if (!isSettled) return 'unknown'
  if (sales.isEnrolled) return 'enrolled'
  if (sales.course.isPrivate) return invite ? 'invited' : 'private'
  return isFree(sales.course) ? 'free' : 'paid'
}

export function PurchasePanel(offer: Offer) {
  const text = useText(salesMessages)
  const { course, planLines, sellerName, permissions } = offer.sales
  const standing = standingOf(offer)
  const share = useShare(course)
  // The promises that every course makes, unless its seller says what the price buys.
  const promises: [IconName, string][] =
    planLines.length > 0
      ? planLines.map((line) => ['check', line])
      : [
          ...(isFree(course) ? [] : ([['undo', text.guarantee]] satisfies [IconName, string][])),
          ['clock', text.lifetime],
          ['certificate', text.certificate],
        ]
  return (
    <aside className="ap-panel sales-panel" data-clip="" aria-label={text.purchase}>
      <Cover
        shape="plain"
        id={course.id}
        title={course.title}
        category={course.category}
        image={course.image}
        priority
      />
      <div className="sales-panel-in">
        <div>
          <Price sen={course.price} freeLabel={text.free} size="xl" />
          <p>{isFree(course) ? text.freeAccess : text.onePayment}</p>
        </div>
        {standing === 'enrolled' ? <p>{text.alreadyEnrolled}</p> : null}
        {standing === 'invited' ? <p>{text.invited}</p> : null}
        {standing === 'private' ? <p>{text.privateOnly}</p> : null}
        <div className="sales-panel-actions">
          <PanelActions offer={offer} standing={standing} />
        </div>
        <noscript>
          <p>{text.needsScripts}</p>
        </noscript>
        <ul>
          {promises.map(([icon, promise], place) => (
            <li key={place}>
              <Icon name={icon} /> {promise}
            </li>
          ))}
        </ul>
        <div className="sales-panel-foot">
          <p>{text.soldBy(sellerName)}</p>
          {course.isPrivate ? null : (
            <Button variant="quiet" size="sm" icon="share" onClick={() => void share()}>
              {text.share}
            </Button>
          )}
          {permissions.manage ? (
            <Link className="ap-link" data-standalone="" to={`/course/${course.id}/manage`}>
              {text.manage}
            </Link>
          ) : null}
        </div>
      </div>
    </aside>
  )
}

function PanelActions({ offer, standing }: { offer: Offer; standing: Standing }) {
  const text = useText(salesMessages)
  const { course } = offer.sales
  const { enroll, isEnrolling } = useEnrolment(course.id, offer.invite)
  const { buy, isBuying, isInCart, addToCart } = usePurchase(offer.sales)
  switch (standing) {
    case 'unknown':
      return (
        <>
          <Skeleton shape="button" />
          {isFree(course) ? null : <Skeleton shape="button" />}
        </>
      )
    case 'private':
      return null
    case 'enrolled':
      return (
        <LinkButton as={Link} to={`/course/${course.id}`} variant="primary" size="lg" block>
          {text.continueLearning}
        </LinkButton>
      )
    case 'invited':
    case 'free':
      return (
        <Button
          variant="primary"
          size="lg"
          block
          onClick={enroll}
          busy={isEnrolling}
          busyLabel={text.enrolling}
        >
          {standing === 'free' ? text.enrollNow : text.acceptInvite}
        </Button>
      )
    case 'paid':
      return (
        <>
          <Button variant="primary" size="lg" block onClick={buy} busy={isBuying} busyLabel={text.buying}>
            {text.buyNow}
          </Button>
          <Button size="lg" block icon={isInCart ? 'check' : 'cart'} disabled={isInCart} onClick={addToCart}>
            {isInCart ? text.inCart : text.addToCart}
          </Button>
          {isInCart ? (
            <LinkButton as={Link} to="/cart" variant="quiet" block iconEnd="arrow-right">
              {text.goToCart}
            </LinkButton>
          ) : null}
        </>
      )
  }
}

/** The phone's bar in place of the panel's buttons. */
export function PhonePurchaseBar(offer: Offer) {
  const text = useText(salesMessages)
  const { course } = offer.sales
  if (standingOf(offer) === 'private') return null
  return (
    <PurchaseBar
      label={text.purchase}
      note={isFree(course) ? null : text.onePaymentShort}
      price={<Price sen={course.price} freeLabel={text.free} />}
    >
      <OfferActions {...offer} />
    </PurchaseBar>
  )
}

/** What the person may do, in one row. */
export function OfferActions(offer: Offer) {
  const text = useText(salesMessages)
  const { course } = offer.sales
  const standing = standingOf(offer)
  const { enroll, isEnrolling } = useEnrolment(course.id, offer.invite)
  const { buy, isBuying, isInCart, addToCart } = usePurchase(offer.sales)
  switch (standing) {
    case 'unknown':
      return <Skeleton shape="button" width={40} />
    case 'private':
      return null
    case 'enrolled':
      return (
        <LinkButton as={Link} to={`/course/${course.id}`} variant="primary">
          {text.continueLearning}
        </LinkButton>
      )
    case 'free':
    case 'invited':
      return (
        <Button variant="primary" onClick={enroll} busy={isEnrolling} busyLabel={text.enrolling}>
          {standing === 'free' ? text.enrollNow : text.acceptInvite}
        </Button>
      )
    case 'paid':
      return (
        <>
          {isInCart ? (
            <LinkButton as={Link} to="/cart">
              {text.goToCart}
            </LinkButton>
          ) : (
            <IconButton icon="cart" label={text.addToCart} outlined onClick={addToCart} />
          )}
          <Button variant="primary" onClick={buy} busy={isBuying} busyLabel={text.buying}>
            {text.buyNow}
          </Button>
        </>
      )
  }
}
