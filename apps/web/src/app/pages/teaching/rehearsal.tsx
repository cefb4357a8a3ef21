import '#web/features/catalogue/components/sales-page/sales.css'
import { sstInside } from '@apogee/domain/money/proportion.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { salesPreviewQuery } from '#web/features/catalogue/api/sales-preview.ts'
import { SalesContent } from '#web/features/catalogue/components/sales-page/sales-page.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { rehearsalMessages } from '#web/features/sales/messages/rehearsal.en.ts'
import { LoadFailurePage } from '#web/platform/failures/load-failure.tsx'
import { PageLoading, StatePage } from '#web/platform/failures/state-page.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useParams } from '#web/platform/router/router.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'

// The parts load while the course is read.
const Rehearsal = lazyWithRetry(
  async () => (await import('#web/features/sales/components/rehearsal.tsx')).Rehearsal,
)
const previews = () => import('#web/features/businesses/components/brand-previews.tsx')
const SalePreviews = lazyWithRetry(async () => (await previews()).SalePreviews)
const UnbrandedSale = lazyWithRetry(async () => (await previews()).UnbrandedSale)

/** Rehearses the sale of a course. It only reads, so that a rehearsal leaves nothing behind. */
export function Component() {
  const courseId = idOf(useParams()['courseId']) ?? 0
  const text = useText(rehearsalMessages)
  const { user } = useSession()
  const { data, error, isPending, refetch } = useQuery(salesPreviewQuery(courseId, useViewer()))
  if (courseId === 0 || (error instanceof ApiError && [403, 404].includes(error.status)))
    return <StatePage title={text.notFound} text={text.notFoundHint} back={['/studio', text.backHome]} />
  if (isPending) return <PageLoading title={text.loading} blocks={2} />
  if (!data) return <LoadFailurePage title={text.loadFailed} error={error} onRetry={() => void refetch()} />
  const { courseState: _, taxBasisPoints, ...sales } = data.data
  const { id, title, price: listPrice, sale } = sales.course
  const price = sale?.price ?? listPrice
  // The server shows a brand to its seller. Instructors of a business and superadmins manage courses of other sellers.
  const isSeller = user?.role === 'admin' || (user?.role === 'instructor' && user.businessId === null)
  if (price === 0)
    return (
      <StatePage title={text.free} text={text.freeHint} back={[`/course/${id}/pricing`, text.toPricing]} />
    )
  return (
    <Suspense fallback={<PageLoading title={text.loading} blocks={2} />}>
      <Rehearsal
        sold={{
          course: { ...sales.course, quantity: 1 },
          price,
          tax: sstInside(price, taxBasisPoints),
          sellerName: sales.sellerName,
        }}
        isSeller={isSeller}
        salesPage={<SalesContent sales={sales} isSettled isPreview invite={null} below={() => null} />}
        mail={
          isSeller ? (
            <SalePreviews course={title} amount={price} />
          ) : (
            <UnbrandedSale course={title} amount={price} seller={sales.sellerName} />
          )
        }
      />
    </Suspense>
  )
}
