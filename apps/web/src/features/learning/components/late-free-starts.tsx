import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { SkeletonCards } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense } from 'react'

const FreeStarts = lazyWithRetry(async () => (await import('./free-starts.tsx')).FreeStarts)

/** Loads the offer of free courses on demand, because learners with courses never see it. */
export const LateFreeStarts = () => (
  <Suspense fallback={<SkeletonCards count={4} />}>
    <FreeStarts />
  </Suspense>
)
