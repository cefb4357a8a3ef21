import type { QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import { Suspense } from 'react'

const chooser = () => import('#web/platform/start-chooser.tsx')
const NamedStart = lazyWithRetry(async () => (await chooser()).NamedStart)
const LostStart = lazyWithRetry(async () => (await chooser()).LostStart)

/** The start of a course in the cart; or why the chosen one is lost, and the others. */
export function LineStart({
  courseId,
  start,
  startProblem,
}: Pick<QuotedCourse, 'courseId' | 'start' | 'startProblem'>) {
  return (
    <Suspense fallback={<Skeleton shape="line" />}>
      {startProblem ? (
        <LostStart courseId={courseId} problem={startProblem} />
      ) : start ? (
        <span className="mt-2 block text-sm">
          <NamedStart start={start} />
        </span>
      ) : null}
    </Suspense>
  )
}
