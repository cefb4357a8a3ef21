import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { sellersToCheckQuery } from '#web/features/businesses/api/seller-checks.ts'
import { Suspense, type ReactNode } from 'react'
import { PlatformPage } from '#web/features/operations/components/platform/platform-page.tsx'
import { sellerMessages } from '#web/features/operations/messages/seller.en.ts'
import { pricingMessages } from '#web/features/pricing/messages/pricing.en.ts'
import { reportedReviewsQuery } from '#web/features/reviews/api/all-reviews.ts'
import { reviewWritingMessages } from '#web/features/reviews/messages/writing.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'

// These components load on demand, because their tabs are not the first one.
const SellersToCheck = lazyWithRetry(
  async () => (await import('#web/features/businesses/components/sellers-to-check.tsx')).SellersToCheck,
)

const ReportedReviews = lazyWithRetry(
  async () => (await import('#web/features/reviews/components/reported-reviews.tsx')).ReportedReviews,
)
const FeesTab = lazyWithRetry(
  async () => (await import('#web/features/pricing/components/fees-tab.tsx')).FeesTab,
)

const late = (panel: ReactNode) => <Suspense fallback={<SkeletonRows count={3} />}>{panel}</Suspense>

export function Component() {
  const text = useText(reviewWritingMessages)
  const prices = useText(pricingMessages)
  const reported = useInfiniteQuery(reportedReviewsQuery('reported')).data?.pages[0]?.meta
  const label = reported?.total ? text.reportedWaiting(totalOf(reported)) : text.reportedReviews
  const checking = useText(sellerMessages)
  const toCheck = useInfiniteQuery(sellersToCheckQuery()).data?.pages[0]?.meta
  return (
    <PlatformPage
      sections={[
        {
          id: 'verification',
          label: toCheck?.total ? checking.verificationWaiting(totalOf(toCheck)) : checking.verification,
          panel: late(<SellersToCheck />),
        },
        { id: 'reviews', label, panel: late(<ReportedReviews />) },
        { id: 'fees', label: prices.fees, panel: late(<FeesTab />) },
      ]}
    />
  )
}
