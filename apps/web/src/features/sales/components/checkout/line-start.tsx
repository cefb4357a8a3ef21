import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense } from 'react'
import type { QuotedItem } from '../../cart-quote.ts'

const chooser = () => import('#web/shared/buying/start-chooser.tsx')
const NamedStart = lazyWithRetry(async () => (await chooser()).NamedStart)
const LostStart = lazyWithRetry(async () => (await chooser()).LostStart)

/** Shows the cohort of a course in the cart; if the chosen cohort is unavailable, shows the reason and the alternatives. */
export function LineStart({
  courseId,
  start,
  startProblem,
  isWithoutCohort = false,
}: { courseId: number } & Pick<QuotedItem, 'start' | 'startProblem' | 'isWithoutCohort'>) {
  if (!start && !startProblem && !isWithoutCohort) return null
  return (
    <Suspense fallback={<Skeleton shape="line" />}>
      {startProblem ? (
        <LostStart courseId={courseId} problem={startProblem} />
      ) : (
        <span className="mt-2 block text-sm">
          <NamedStart start={start} />
        </span>
      )}
    </Suspense>
  )
}
