import type { VisitStep } from '@apogee/contracts/operations/conversion.ts'

/** Counts when the browser is idle, after the page is shown. Without its code nothing is counted. */
export function countWhenIdle(courseId: number, step: VisitStep): void {
  const count = () =>
    void import('./visits.ts').then(
      ({ countVisit }) => countVisit(courseId, step),
      () => undefined,
    )
  if ('requestIdleCallback' in window) requestIdleCallback(count)
  else setTimeout(count)
}
