import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { sellersToCheckQuery } from '#web/features/businesses/api/seller-checks.ts'
import { Suspense } from 'react'
import { PlatformPage } from '#web/features/operations/components/platform/platform-page.tsx'
import { sellerMessages } from '#web/features/operations/messages/seller.en.ts'
import { FeesTab } from '#web/features/pricing/components/fees-tab.tsx'
import { pricingMessages } from '#web/features/pricing/messages/pricing.en.ts'
import { reportedReviewsQuery } from '#web/features/reviews/api/all-reviews.ts'
import { ReportedReviews } from '#web/features/reviews/components/reported-reviews.tsx'
import { reviewWritingMessages } from '#web/features/reviews/messages/writing.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'

// The component loads on demand, because its tab is not the first one.
const SellersToCheck = lazyWithRetry(
  async () => (await import('#web/features/businesses/components/sellers-to-check.tsx')).SellersToCheck,
)

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
          panel: (
            <Suspense fallback={<SkeletonRows count={3} />}>
              <SellersToCheck />
            </Suspense>
          ),
        },
        { id: 'reviews', label, panel: <ReportedReviews /> },
        { id: 'fees', label: prices.fees, panel: <FeesTab /> },
      ]}
    />
  )
}
