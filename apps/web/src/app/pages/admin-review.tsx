import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { ReviewPage } from '#web/features/sales/components/payment-exceptions-page.tsx'

export function Component() {
  return (
    <>
      <MoneyNav />
      <ReviewPage />
    </>
  )
}
