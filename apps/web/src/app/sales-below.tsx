/** A sales page below its tabs: the facts with a sample of the certificate, and the reviews. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useIsNear } from '@apogee/ui/use-is-near.ts'
import { Suspense } from 'react'
import { SalesFacts } from '#web/features/catalogue/components/sales-facts.tsx'
import { CourseReviews } from '#web/features/reviews/components/course-reviews.tsx'

const CertificateSample = lazyWithRetry(
  async () =>
    (await import('#web/features/achievements/components/certificate-sample.tsx')).CertificateSample,
)

/** `isPreview`: as visitors see it, whoever looks. */
export function SalesBelow({ sales, isPreview = false }: { sales: SalesInfo; isPreview?: boolean }) {
  const { id, title } = sales.course
  return (
    <>
      <SalesFacts
        sales={sales}
        certificate={<NearSample courseTitle={title} needs={sales.certificateNeeds} />}
      />
      <CourseReviews
        courseId={id}
        {...(isPreview ? { isReadOnly: true } : { writing: `/course/${id}?tab=reviews` })}
      />
    </>
  )
}

/** A picture: no document carries it. */
function NearSample({ courseTitle, needs }: { courseTitle: string; needs: SalesInfo['certificateNeeds'] }) {
  const { isNear, watch } = useIsNear()
  return (
    <div ref={watch}>
      {isNear ? (
        <Suspense>
          <CertificateSample
            {...{ courseTitle }}
            watchedPercent={needs?.watchedPercent ?? null}
            quizPercent={needs?.quizPercent ?? null}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
