/** Renders a sales page below its tabs: the facts with a sample of the certificate, and the reviews. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useIsNear } from '@apogee/ui/use-is-near.ts'
import { Suspense, useEffect } from 'react'
import { SalesFacts } from '#web/features/catalogue/components/sales-page/sales-facts.tsx'
import { useSales } from '#web/features/catalogue/components/sales-page/sales-page.tsx'
import { CourseReviews } from '#web/features/reviews/components/course-reviews.tsx'
import { useSession } from '#web/platform/session/session.tsx'

const CertificateSample = lazyWithRetry(
  async () =>
    (await import('#web/features/achievements/components/certificate-sample.tsx')).CertificateSample,
)

/**
 * Counts visitors and learners who do not own the course yet, when the page is shown and idle. People who teach or sell are not
 * counted (docs/decisions/figures.md).
 */
function VisitCounter({ courseId }: { courseId: number }) {
  const { user } = useSession()
  const { sales, isSettled } = useSales(courseId)
  const isVisitor = sales.data?.data.isEnrolled === false && (user === null || user.role === 'student')
  const counts = isSettled && isVisitor
  useEffect(() => {
    if (!counts) return
    const count = () =>
      void import('#web/shared/visits/visits.ts')
        .then(({ countVisit }) => countVisit(courseId, 'view'))
        .catch((error: unknown) => console.warn('a visit is not counted', error))
    if ('requestIdleCallback' in window) requestIdleCallback(count)
    else setTimeout(count)
  }, [courseId, counts])
  return null
}

/** `isPreview` shows the page as visitors see it, for every viewer. */
export function SalesBelow({ sales, isPreview = false }: { sales: SalesInfo; isPreview?: boolean }) {
  const { id, title } = sales.course
  return (
    <>
      {isPreview ? null : <VisitCounter courseId={id} />}
      <SalesFacts
        sales={sales}
        certificate={<NearSample courseTitle={title} needs={sales.certificateNeeds} />}
      />
      <CourseReviews
        courseId={id}
        {...(isPreview ? { isReadOnly: true } : { writing: `/course/${id}?tab=reviews#write-review` })}
      />
    </>
  )
}

/** Renders the sample near the viewport; no server-rendered document contains it. */
function NearSample({ courseTitle, needs }: { courseTitle: string; needs: SalesInfo['certificateNeeds'] }) {
  const { isNear, watch } = useIsNear()
  return (
    <div ref={watch}>
      {isNear ? (
        <Suspense>
          <CertificateSample
            courseTitle={courseTitle}
            watchedPercent={needs?.watchedPercent ?? null}
            quizPercent={needs?.quizPercent ?? null}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
