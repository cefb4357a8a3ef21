import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { defaultDurationMinutes, defaultEnrollmentCount } from '@apogee/contracts/limits.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Rating } from '@apogee/ui/figures/rating.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useState, type ComponentProps, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { hoursAndMinutes } from '#web/platform/language/dates.ts'
import { useHydrated } from '#web/platform/page/hydrated.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { BrandBand } from '#web/shared/brand/brand-band.tsx'
import { headlineOf, leadOf } from '../../lead.ts'
import { Outcomes } from './sales-about.tsx'
import { salesMessages } from '../../messages/sales.en.ts'
import { PhonePurchaseBar, PurchasePanel, type Offer } from './purchase-panel.tsx'
import { missingKey, salesQuery } from '../../api/catalogue.ts'
import { SalesPart, SalesTabs } from './sales-tabs.tsx'
import './sales.css'

const Invitation = lazyWithRetry(
  async () => (await import(/* first wave */ './purchase-actions.tsx')).Invitation,
)
const PlayButton = lazyWithRetry(async () => (await import(/* first wave */ './play-button.tsx')).PlayButton)
const PreviewDialog = lazyOnPress(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

/** Returns the server's anonymous answer first, then the viewer's own. */
export function useSales(courseId: number) {
  const viewer = useViewer()
  const queries = useQueryClient()
  const sales = useQuery({
    ...salesQuery(courseId, viewer),
    enabled: viewer !== 'unknown',
    placeholderData: () => queries.getQueryData(salesQuery(courseId, 'anonymous').queryKey),
  })
  return { sales, isSettled: viewer !== 'unknown' && !sales.isPlaceholderData }
}

/** `below` follows the seller's content and includes parts of other features. */
export function SalesPage({
  courseId,
  invite,
  below,
}: {
  courseId: number
  invite: string | null
  below: (sales: SalesInfo) => ReactNode
}) {
  const text = useText(salesMessages)
  const refusal = useRefusalText()
  const { sales, isSettled } = useSales(courseId)
  const wasMissing = useQueryClient().getQueryData(missingKey(courseId)) === true
  if (sales.data) {
    return <SalesContent sales={sales.data.data} isSettled={isSettled} invite={invite} below={below} />
  }
  if (sales.isError) {
    if (!(sales.error instanceof ApiError && sales.error.status === 404)) {
      return (
        <ErrorState
          page
          titleAs="h1"
          title={text.loadFailed}
          text={refusal(sales.error)}
          action={<Button onClick={() => void sales.refetch()}>{text.tryAgain}</Button>}
        />
      )
    }
    if (!invite) return <NotFound />
    return (
      <Suspense fallback={<SalesSkeleton />}>
        <Invitation courseId={courseId} invite={invite} />
      </Suspense>
    )
  }
  return wasMissing ? <Neutral /> : <SalesSkeleton />
}

/** Renders the same page for a private and a missing course (docs/product-choices.md#routes-and-guards). */
function Neutral() {
  const text = useText(salesMessages)
  return (
    <div className="ap-wrap ap-section" aria-busy="true">
      <h1 className="ap-h2">{text.neutralTitle}</h1>
      <p className="ap-lead">{text.neutralText}</p>
    </div>
  )
}

function NotFound() {
  const text = useText(salesMessages)
  return (
    <ErrorState
      page
      titleAs="h1"
      title={text.notFound}
      text={text.notFoundHint}
      action={
        <LinkButton as={Link} to="/marketplace" variant="primary">
          {text.returnToMarketplace}
        </LinkButton>
      }
    />
  )
}

function SalesSkeleton() {
  const text = useText(salesMessages)
  return (
    <Loading label={text.loadingMore} className="ap-wrap sales">
      <div className="sales-skeleton">
        <Skeleton width={40} />
        <Skeleton shape="title" width={80} />
        <Skeleton />
        <Skeleton width={60} />
        <Skeleton shape="block" />
      </div>
      <Skeleton shape="block" />
    </Loading>
  )
}

export function SalesContent({ below, ...offer }: Offer & { below: (sales: SalesInfo) => ReactNode }) {
  const { course } = offer.sales
  // The deferred value keeps the server's markup until its code has loaded. Otherwise React would replace the markup when the
  // viewer's answer arrives.
  const sales = useDeferredValue(offer.sales)
  const [previewed, setPreviewed] = useState<number | null>(null)
  const [autoPlay, setAutoPlay] = useState(false)
  // The function must be stable, because a change would render parts again whose code has not loaded yet.
  const details = { sales, onPreview: setPreviewed }
  const onPlay = (resourceId: number) => {
    setAutoPlay(true)
    setPreviewed(resourceId)
  }
  const onClose = () => {
    setAutoPlay(false)
    setPreviewed(null)
  }
  const play = <Play sales={sales} onPlay={onPlay} />
  return (
    <>
      <div className="ap-wrap sales">
        <SalesHead sales={offer.sales} play={play} />
        <PurchasePanel {...offer} play={play} />
        <div className="sales-main">
          <SalesTabs key={course.id} {...details} />
          <Outcomes sales={sales} />
          <div className="sales-reviews ap-below">{below(sales)}</div>
        </div>
        <PhonePurchaseBar {...offer} />
      </div>
      <div className="ap-wrap">
        <SalesPart name="Related" {...details} />
      </div>
      {previewed === null ? null : (
        <PreviewDialog resourceId={previewed} offer={offer} autoPlay={autoPlay} onClose={onClose} />
      )}
    </>
  )
}

/** Renders nothing in the server's HTML, because the button needs scripts. */
function Play(play: ComponentProps<typeof PlayButton>) {
  return useHydrated() ? (
    <Suspense>
      <PlayButton {...play} />
    </Suspense>
  ) : null
}

function SalesHead({ sales, play }: { sales: SalesInfo; play: ReactNode }) {
  const text = useText(salesMessages)
  const categoryName = useCategoryName()
  const { course, instructor } = sales
  const teacher = instructor?.name ?? course.instructorName
  return (
    <header className="sales-head">
      <Breadcrumb
        as={Link}
        label={text.breadcrumb}
        places={[
          ['/marketplace', text.marketplace],
          course.category
            ? [`/marketplace?category=${encodeURIComponent(course.category)}`, categoryName(course.category)]
            : null,
        ]}
        current={course.title}
      />
      <SellerBand sales={sales} />
      <div className="sales-phone-cover">
        <Cover id={course.id} title={course.title} category={course.category} image={course.image} priority />
        {play}
      </div>
      <h1 className="ap-h1 sales-title">{course.title}</h1>
      <p className="ap-lead sales-lead">{leadOf(sales)}</p>
      {course.rating ? (
        <a className="sales-rating" href="#reviews">
          <Rating
            value={course.rating.average.toFixed(1)}
            label={text.rated(course.rating.average.toFixed(1))}
          >
            {text.reviews(course.rating.count)}
          </Rating>
        </a>
      ) : null}
      {teacher ? (
        <div className="sales-teacher">
          <Avatar name={teacher} image={instructor?.avatar ?? null} size="lg" />
          <div>
            <b>{teacher}</b>
            <p>{(instructor && headlineOf(instructor.bio)) ?? text.soldBy(sales.sellerName)}</p>
          </div>
        </div>
      ) : null}
      <SalesStats stats={sales.stats} />
    </header>
  )
}

/** Shows the brand of the seller, which leads to the school page. Sellers without a colour and a logo have none. */
function SellerBand({ sales: { sellerName, school, colour, business } }: { sales: SalesInfo }) {
  const look = { colour: colour ?? null, logo: business?.logo ?? null }
  if (look.colour === null && look.logo === null) return null
  const band = <BrandBand look={look} name={sellerName} />
  return (
    <div className="sales-brand">
      {school === undefined ? band : <Link to={`/school/${school}`}>{band}</Link>}
    </div>
  )
}

function SalesStats({ stats }: { stats: SalesInfo['stats'] }) {
  const language = useLanguage()
  const text = useText(salesMessages)
  const figures = [
    [text.statStudents, stats.enrollmentCount ?? defaultEnrollmentCount],
    [text.statLessons, stats.contentCounts.lessons],
    [
      text.statDuration,
      hoursAndMinutes(stats.contentCounts.totalDuration ?? defaultDurationMinutes, language),
    ],
    [text.statResources, stats.resourceCount],
  ] as const
  return (
    <dl className="ap-stats sales-stats">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
