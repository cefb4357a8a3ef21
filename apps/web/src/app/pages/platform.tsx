import { useInfiniteQuery } from '@tanstack/react-query'
import { PlatformPage } from '#web/features/operations/components/platform-page.tsx'
import { FeesTab } from '#web/features/pricing/components/fees-tab.tsx'
import { pricingMessages } from '#web/features/pricing/messages/pricing.en.ts'
import { reportedReviewsQuery } from '#web/features/reviews/api/all-reviews.ts'
import { ReportedReviews } from '#web/features/reviews/components/reported-reviews.tsx'
import { reviewWritingMessages } from '#web/features/reviews/messages/writing.en.ts'
import { useText } from '#web/platform/messages.ts'
import { totalOf } from '#web/platform/numbers.ts'

export function Component() {
  const text = useText(reviewWritingMessages)
  const prices = useText(pricingMessages)
  // The tab shows the number of waiting sellers.
  const reported = useInfiniteQuery(reportedReviewsQuery('reported')).data?.pages[0]?.meta
  const label = reported?.total ? text.reportedWaiting(totalOf(reported)) : text.reportedReviews
  return (
    <PlatformPage
      sections={[
        { id: 'reviews', label, panel: <ReportedReviews /> },
        { id: 'fees', label: prices.fees, panel: <FeesTab /> },
      ]}
    />
  )
}
