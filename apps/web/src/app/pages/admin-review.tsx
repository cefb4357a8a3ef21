import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { ReviewPage } from '#web/features/refunds/review-page.tsx'

export function Component() {
  return (
    <>
      <MoneyNav />
      <ReviewPage />
    </>
  )
}
