import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense } from 'react'
import { SellerPage } from '#web/features/operations/components/platform/seller-page.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { useParams } from '#web/platform/router/router.tsx'

const SellerChecksPanel = lazyWithRetry(
  async () => (await import('#web/features/businesses/components/seller-checks-panel.tsx')).SellerChecksPanel,
)
const SellerSignalsPanel = lazyWithRetry(
  async () =>
    (await import('#web/features/operations/components/platform/seller-signals.tsx')).SellerSignalsPanel,
)

export function Component() {
  // No seller has the id 0, so an address without a valid id leads to 'not found'.
  const id = idOf(useParams()['sellerId']) ?? 0
  const panels = {
    signals: <SellerSignalsPanel sellerId={id} />,
    checks: <SellerChecksPanel sellerId={id} isTitled />,
  }
  return (
    <SellerPage
      id={id}
      sections={Object.entries(panels).map(([name, panel]) => ({
        id: name,
        panel: <Suspense fallback={<SkeletonRows count={4} />}>{panel}</Suspense>,
      }))}
    />
  )
}
