import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { Suspense } from 'react'
import { SellerPage } from '#web/features/operations/components/seller-page.tsx'
import { useParams } from '#web/platform/router/router.tsx'

const SellerChecksPanel = lazyWithRetry(
  async () => (await import('#web/features/businesses/components/seller-checks-panel.tsx')).SellerChecksPanel,
)
const SellerSignalsPanel = lazyWithRetry(
  async () => (await import('#web/features/operations/components/seller-signals.tsx')).SellerSignalsPanel,
)

export function Component() {
  const { sellerId = '' } = useParams()
  const id = Number(sellerId)
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
