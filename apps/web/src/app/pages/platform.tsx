import { PlatformPage } from '#web/features/oversight/platform-page.tsx'
import { ReportedReviews } from '#web/features/reviews/reported-reviews.tsx'
import { reviewWritingMessages } from '#web/features/reviews/writing-messages.en.ts'
import { useText } from '#web/platform/messages.ts'

export function Component() {
  const { reportedReviews } = useText(reviewWritingMessages)
  return <PlatformPage sections={[{ id: 'reviews', label: reportedReviews, panel: <ReportedReviews /> }]} />
}
