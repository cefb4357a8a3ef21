import '#web/features/catalogue/components/sales-page/sales.css'
import '#web/features/reviews/components/reviews.css'
import { SalesPreview } from '#web/features/catalogue/components/sales-page/sales-preview.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { useParams } from '#web/platform/router/router.tsx'
import { SalesBelow } from '../../sales-below.tsx'

export function Component() {
  const id = idOf(useParams()['courseId']) ?? 0
  return <SalesPreview key={id} courseId={id} below={(sales) => <SalesBelow sales={sales} isPreview />} />
}
