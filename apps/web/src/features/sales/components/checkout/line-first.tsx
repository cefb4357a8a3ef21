import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense } from 'react'
import type { QuotedItem } from '../../cart-quote.ts'

const PrerequisiteNotice = lazyWithRetry(
  async () => (await import('#web/shared/buying/prerequisite-notice.tsx')).PrerequisiteNotice,
)

/** Shows the prerequisites of a course in the cart, and the event that starts its access period. */
export const LineFirst = ({ first, access, start }: Pick<QuotedItem, 'first' | 'access' | 'start'>) => (
  <Suspense fallback={<Skeleton shape="line" />}>
    <PrerequisiteNotice first={first} then="buyNow" period={access && (start ? 'start' : 'now')} />
  </Suspense>
)
