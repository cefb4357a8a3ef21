import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Icon, type IconName } from '@apogee/ui/icons/icon.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { PurchaseBar } from '@apogee/ui/navigation/top-bar.tsx'
import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { CoursePrice } from '#web/shared/buying/course-price.tsx'
import { timeInWords, lengthInWords } from '#web/platform/language/dates.ts'
import { useHydrated } from '#web/platform/page/hydrated.ts'
import { startLabels } from '#web/shared/buying/start-labels.ts'
import { useStore } from '#web/platform/session/store.ts'
import { useText } from '#web/platform/language/messages.ts'
import { isFree } from '@apogee/domain/money/money.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { storage } from '#web/platform/session/storage.ts'
import { salesMessages } from '../../messages/sales.en.ts'
import { useCourseWithCode } from '../../code-price.ts'
import { useShare } from '../../use-share.ts'
import './sales.css'

const actions = () => import('./purchase-actions.tsx')
// The actions' code loads together with the page's own code, while the session is verified. A failure is ignored here, because the
// component itself tries again.
if (!import.meta.env.SSR) actions().catch(() => undefined)
const PanelActions = lazyWithRetry(async () => (await actions()).PanelActions)
const WishButton = lazyWithRetry(async () => (await import('../wish-button.tsx')).WishButton)
const FirstNote = lazyWithRetry(async () => (await import('./first-courses.tsx')).FirstNote)
const RowActions = lazyWithRetry(async () => (await actions()).RowActions)

export interface Offer {
  sales: SalesInfo
  /** True means that the viewer is known and the data belongs to that viewer. */
  isSettled: boolean
  /** `invite` is the signed invite link of a private course, from the address. */
  invite: string | null
  /** True for people who manage the course: they see the visitors' page, but cannot buy, share or wish. */
  isPreview?: boolean
}

/**
 * Lists what the viewer can do, in the order of docs/specification.md#course-sales-page-spcourseid: continue learning, enrol, buy.
 */
export type Standing =
  | 'unknown'
  | 'enrolled'
  | 'offSale'
  | 'invited'
  | 'private'
  | 'free'
  | 'notYet'
  | 'paid'
  | 'preview'

export function standingOf({ sales, isSettled, invite, isPreview }: Offer): Standing {
  if (!isSettled) return 'unknown'
  if (sales.isEnrolled) return 'enrolled'
  if (sales.course.state) return 'offSale'
  // A former learner of a private course may buy it again.
  if (sales.course.isPrivate && (isFree(sales.course) || !sales.course.enrollment?.mayRenew))
    return invite ? 'invited' : 'private'
  if (sales.course.isNotOnSaleYet) return 'notYet'
  if (isPreview) return 'preview'
  return isFree(sales.course) ? 'free' : 'paid'
}

/** `play` covers the picture. */
export function PurchasePanel({ play, ...offer }: Offer & { play: ReactNode }) {
  const text = useText(salesMessages)
  const { course, sellerName, school, permissions } = offer.sales
  const priced = useCourseWithCode(course)
  const standing = standingOf(offer)
  const language = useLanguage()
  const accessFor = useAccessFor(course)
  const share = useShare(course)
  const { user } = useSession()
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
      {play}
      <div className="sales-panel-in">
        {standing === 'enrolled' ? null : (
          <div>
            <CoursePrice course={priced} freeLabel={text.free} size="xl" />
            <p>{accessFor ? `${accessFor}.` : isFree(course) ? text.freeAccess : text.onePayment}</p>
            {course.sale?.endsAt ? <p>{text.saleEnds(timeInWords(course.sale.endsAt, language))}</p> : null}
          </div>
        )}
        <StandingNotes offer={offer} standing={standing} />
        <div className="sales-panel-actions">
          <PanelOptions offer={offer} standing={standing} />
        </div>
        <noscript>
          <p>{text.needsScripts}</p>
        </noscript>
        <Promises sales={offer.sales} />
        <div className="sales-panel-foot">
          {sellerName ? (
            <p>
              {school ? (
                <Link className="ap-link" to={`/school/${school}`}>
                  {text.soldBy(sellerName)}
                </Link>
              ) : (
                text.soldBy(sellerName)
              )}
            </p>
          ) : null}
          {course.isPrivate || course.state || offer.isPreview ? null : (
            <Button variant="quiet" size="sm" icon="share" onClick={() => void share()}>
              {text.share}
            </Button>
          )}
          {user &&
          !offer.isPreview &&
          (standing === 'paid' || standing === 'free' || standing === 'notYet') ? (
            <Suspense>
              <WishButton userId={user.id} courseId={course.id} />
            </Suspense>
          ) : null}
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

/**
 * This component is separate from the panel, because it changes after hydration. A change of the whole panel would replace the
 * cover, whose code loads later.
 */
function PanelOptions({ offer, standing }: { offer: Offer; standing: Standing }) {
  const text = useText(salesMessages)
  const isAssumed = useIsAssumed(offer)
  const waiting = isAssumed ? <AssumedActions offer={offer} stacked /> : <PanelWaiting offer={offer} />
  if (standing === 'preview') return <AssumedActions offer={offer} stacked />
  return (
    <Suspense fallback={waiting}>
      {standing === 'unknown' ? waiting : <PanelActions offer={offer} standing={standing} labels={text} />}
    </Suspense>
  )
}

/** Shows the course's state and the viewer's relation to it before the buttons. */
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
          {course.isWithheld ? (
            text.notOffered
          ) : (
            <>
              <b>{text.notOnSaleYet}</b> {text.notOnSaleYetHint}
            </>
          )}
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

/** Returns `Access for 12 months`, or undefined for unlimited access. */
function useAccessFor({ access }: SalesInfo['course']): string | undefined {
  const text = useText(platformMessages)
  return access && text.accessFor(lengthInWords(access, text))
}

function Promises({ sales: { course, planLines, moneyBack, hasCertificate } }: { sales: SalesInfo }) {
  const text = useText(salesMessages)
  const accessFor = useAccessFor(course)
  const ends: [IconName, string][] = accessFor ? [['clock', accessFor]] : []
  // Shows the default promises unless the seller describes what the price includes. A limited access length is shown in both cases.
  const promises: [IconName, string][] =
    planLines.length > 0
      ? [...ends, ...planLines.map((line): [IconName, string] => ['check', line])]
      : [
          ...(accessFor ? ends : [['clock', text.lifetime] satisfies [IconName, string]]),
          ...(hasCertificate ? [['certificate', text.certificate] satisfies [IconName, string]] : []),
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

/** Replaces the panel's buttons on phones. */
export function PhonePurchaseBar(offer: Offer) {
  const text = useText(salesMessages)
  const { course } = offer.sales
  const priced = useCourseWithCode(course)
  const standing = standingOf(offer)
  const accessFor = useAccessFor(course)
  const start = useStore(startLabels).get(course.id)
  if (standing === 'private' || standing === 'offSale') return null
  const isOwned = standing === 'enrolled'
  const unsold = course.isWithheld ? text.notOffered : text.notOnSaleYet
  const note = standing === 'notYet' ? unsold : course.isEmpty ? text.noContent : null
  const access = isOwned ? null : (accessFor ?? (isFree(course) ? null : text.onePaymentShort))
  const last = (course.hasCohorts && start) || access
  return (
    <PurchaseBar
      label={text.purchase}
      note={
        note ??
        (course.prerequisites && standing !== 'unknown' ? (
          <Suspense>{<FirstNote {...course} last={last} />}</Suspense>
        ) : (
          last
        ))
      }
      price={isOwned ? null : <CoursePrice course={priced} freeLabel={text.free} />}
    >
      <OfferActions {...offer} />
    </PurchaseBar>
  )
}

export function OfferActions(offer: Offer) {
  const text = useText(salesMessages)
  const standing = standingOf(offer)
  const isAssumed = useIsAssumed(offer)
  const waiting = isAssumed ? <AssumedActions offer={offer} /> : <Skeleton shape="button" width={40} />
  if (standing === 'preview') return <AssumedActions offer={offer} />
  return (
    <Suspense fallback={waiting}>
      {standing === 'unknown' ? waiting : <RowActions offer={offer} standing={standing} labels={text} />}
    </Suspense>
  )
}

/**
 * Returns whether the server's HTML shows the buttons of signed-out people. The buttons are hidden from a person with a token, and
 * are not used on pages that the browser renders itself.
 */
function useIsAssumed({ sales: { course }, invite }: Offer): boolean {
  const isHydrated = useHydrated()
  const [isFromDocument] = useState(!isHydrated)
  const isReturning = isHydrated && storage.read(storageKeys.token) !== null
  const isForSale =
    !course.state &&
    !course.isPrivate &&
    !course.isNotOnSaleYet &&
    !course.hasCohorts &&
    !course.prerequisites &&
    !invite
  return isForSale && isFromDocument && !isReturning
}

/**
 * Shows the buttons of signed-out people until the working ones are loaded. The script for early events stores presses on parts
 * with `data-assumed` until then (docs/decisions/first-paint.md). In a preview the buttons stay and are disabled.
 */
function AssumedActions({
  offer: { sales, isPreview = false },
  stacked = false,
}: {
  offer: Offer
  stacked?: boolean
}) {
  const text = useText(salesMessages)
  const main = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const place = main.current?.parentElement
    return () => {
      const label = nameOf(document.activeElement)
      if (!place?.contains(document.activeElement)) return
      // When this microtask runs, React has rendered the buttons that replace these.
      queueMicrotask(() =>
        [...place.querySelectorAll('button')].find((other) => nameOf(other) === label)?.focus(),
      )
    }
  }, [])
  const look = stacked ? ({ size: 'lg', block: true } as const) : {}
  const kept = isPreview ? { disabled: true } : { 'data-assumed': '' }
  const mainButton = (
    <Button ref={main} {...kept} variant="primary" {...look}>
      {isFree(sales.course) ? text.enrollNow : text.buyNow}
    </Button>
  )
  if (isFree(sales.course)) return mainButton
  return stacked ? (
    <>
      {mainButton}
      <Button {...kept} icon="cart" {...look}>
        {text.addToCart}
      </Button>
    </>
  ) : (
    <>
      <IconButton {...kept} icon="cart" label={text.addToCart} outlined />
      {mainButton}
    </>
  )
}

const nameOf = (button: Element | null) => button?.ariaLabel ?? button?.textContent

/** Reserves the size of the final content. */
function PanelWaiting({ offer }: { offer: Offer }) {
  return (
    <>
      <Skeleton shape="button" />
      {isFree(offer.sales.course) ? null : <Skeleton shape="button" />}
    </>
  )
}
