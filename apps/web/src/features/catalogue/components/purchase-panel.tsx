import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/cover.tsx'
import { Icon, type IconName } from '@apogee/ui/icon.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice } from '@apogee/ui/notice.tsx'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import { PurchaseBar } from '@apogee/ui/top-bar.tsx'
import { Suspense } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { CoursePrice } from '#web/platform/course-price.tsx'
import { timeInWords } from '#web/platform/dates.ts'
import { useText } from '#web/platform/messages.ts'
import { isFree } from '@apogee/domain/money.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { salesMessages } from '../messages/sales.en.ts'
import { useShare } from '../use-share.ts'
import './sales.css'

const actions = () => import('./purchase-actions.tsx')
// With the page's own code, while the session is verified. The component itself retries a failure.
if (!import.meta.env.SSR) actions().catch(() => undefined)
const PanelActions = lazyWithRetry(async () => (await actions()).PanelActions)
const RowActions = lazyWithRetry(async () => (await actions()).RowActions)

export interface Offer {
  sales: SalesInfo
  /** Whether the viewer is known and the data is about them. */
  isSettled: boolean
  /** The signed invite link of a private course, from the address. */
  invite: string | null
}

/**
 * The viewer's options, in the order of docs/specification.md#course-sales-page-spcourseid: continue learning, enrol,
 * buy.
 */
export type Standing = 'unknown' | 'enrolled' | 'offSale' | 'invited' | 'private' | 'free' | 'notYet' | 'paid'

function standingOf({ sales, isSettled, invite }: Offer): Standing {
  if (!isSettled) return 'unknown'
  if (sales.isEnrolled) return 'enrolled'
  if (sales.course.state) return 'offSale'
  if (sales.course.isPrivate) return invite ? 'invited' : 'private'
  if (sales.course.isNotOnSaleYet) return 'notYet'
  return isFree(sales.course) ? 'free' : 'paid'
}

export function PurchasePanel(offer: Offer) {
  const text = useText(salesMessages)
  const { course, sellerName, permissions } = offer.sales
  const standing = standingOf(offer)
  const language = useLanguage()
  const share = useShare(course)
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
          <CoursePrice course={course} freeLabel={text.free} size="xl" />
          <p>{isFree(course) ? text.freeAccess : text.onePayment}</p>
          {course.sale?.endsAt ? <p>{text.saleEnds(timeInWords(course.sale.endsAt, language))}</p> : null}
        </div>
        <StandingNotes offer={offer} standing={standing} />
        <div className="sales-panel-actions">
          {standing === 'unknown' ? (
            <PanelWaiting offer={offer} />
          ) : (
            <Suspense fallback={<PanelWaiting offer={offer} />}>
              <PanelActions offer={offer} standing={standing} />
            </Suspense>
          )}
        </div>
        <noscript>
          <p>{text.needsScripts}</p>
        </noscript>
        <Promises sales={offer.sales} />
        <div className="sales-panel-foot">
          <p>{text.soldBy(sellerName)}</p>
          {course.isPrivate || course.state ? null : (
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

/** What a reader should know before the buttons: the course's state, and how they stand to it. */
function StandingNotes({ offer, standing }: { offer: Offer; standing: Standing }) {
  const text = useText(salesMessages)
  const { course } = offer.sales
  return (
    <>
      {course.state ? (
        <p>
          <Badge>{course.state === 'draft' ? text.draft : text.archived}</Badge>{' '}
          {course.state === 'draft' ? text.draftPreview : text.archivedPreview}
        </p>
      ) : null}
      {standing === 'enrolled' ? <p>{text.alreadyEnrolled}</p> : null}
      {standing === 'invited' ? <p>{text.invited}</p> : null}
      {standing === 'private' ? <p>{text.privateOnly}</p> : null}
      {course.isNotOnSaleYet && !offer.sales.isEnrolled ? (
        <Notice tone="info" quiet>
          <b>{text.notOnSaleYet}</b> {text.notOnSaleYetHint}
        </Notice>
      ) : null}
      {course.isEmpty ? (
        <Notice tone="warning" quiet>
          <b>{text.noContent}</b> {text.noContentHint}
        </Notice>
      ) : null}
    </>
  )
}

function Promises({ sales: { course, planLines, moneyBack } }: { sales: SalesInfo }) {
  const text = useText(salesMessages)
  // Default promises, unless the seller writes what the price includes.
  const promises: [IconName, string][] =
    planLines.length > 0
      ? planLines.map((line) => ['check', line])
      : [
          ['clock', text.lifetime],
          ['certificate', text.certificate],
        ]
  return (
    <ul>
      {isFree(course) || moneyBack.days === 0 ? null : (
        <li>
          <Icon name="undo" />
          <span>
            <span>{text.guarantee(moneyBack.days)}</span>
            <small className="sales-condition">{text.guaranteeCondition(moneyBack.percent)}</small>
          </span>
        </li>
      )}
      {promises.map(([icon, promise], place) => (
        <li key={place}>
          <Icon name={icon} /> {promise}
        </li>
      ))}
    </ul>
  )
}

/** The phone's bar instead of the panel's buttons. */
export function PhonePurchaseBar(offer: Offer) {
  const text = useText(salesMessages)
  const { course } = offer.sales
  const standing = standingOf(offer)
  if (standing === 'private' || standing === 'offSale') return null
  const note = standing === 'notYet' ? text.notOnSaleYet : course.isEmpty ? text.noContent : null
  return (
    <PurchaseBar
      label={text.purchase}
      note={note ?? (isFree(course) ? null : text.onePaymentShort)}
      price={<CoursePrice course={course} freeLabel={text.free} />}
    >
      <OfferActions {...offer} />
    </PurchaseBar>
  )
}

/** The viewer's options in one row. */
export function OfferActions(offer: Offer) {
  const standing = standingOf(offer)
  const waiting = <Skeleton shape="button" width={40} />
  return standing === 'unknown' ? (
    waiting
  ) : (
    <Suspense fallback={waiting}>
      <RowActions offer={offer} standing={standing} />
    </Suspense>
  )
}

/** Has the size of the final content. */
function PanelWaiting({ offer }: { offer: Offer }) {
  return (
    <>
      <Skeleton shape="button" />
      {isFree(offer.sales.course) ? null : <Skeleton shape="button" />}
    </>
  )
}
