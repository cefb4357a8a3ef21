import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { Head } from '#web/platform/page/head.tsx'
import { LoadFailurePage } from '#web/platform/failures/load-failure.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { PageLoading, StatePage } from '#web/platform/failures/state-page.tsx'
import { salesPreviewQuery } from '../../api/sales-preview.ts'
import { salesPreviewMessages } from '../../messages/sales-preview.en.ts'
import { SalesContent } from './sales-page.tsx'

/**
 * Shows the sales page as visitors see it now or after publication. It has no canonical address, so that search engines do not
 * index it.
 */
export function SalesPreview({
  courseId,
  below,
}: {
  /** `courseId` is 0 for an address without a valid course id. */
  courseId: number
  below: (sales: SalesInfo) => ReactNode
}) {
  const text = useText(salesPreviewMessages)
  const { data, error, isPending, refetch } = useQuery(salesPreviewQuery(courseId, useViewer()))
  if (courseId === 0 || (error instanceof ApiError && [403, 404].includes(error.status)))
    return (
      <StatePage
        title={text.notFound}
        text={text.notFoundHint}
        back={['/admin?tab=courses', text.backToCourses]}
      />
    )
  if (isPending) return <PageLoading title={text.loading} blocks={2} />
  if (!data) return <LoadFailurePage title={text.loadFailed} error={error} onRetry={() => void refetch()} />
  const { courseState, ...sales } = data.data
  const state =
    courseState === 'published' ? (sales.course.isPrivate ? text.private : null) : text[courseState]
  return (
    <>
      <Head title={text.title(sales.course.title)} />
      <div className="ap-wrap mt-4">
        <Notice
          tone="info"
          quiet
          link={
            <Link className="ap-link" to={`/course/${courseId}/manage`}>
              {text.endPreview}
            </Link>
          }
        >
          {text.preview} {state}
        </Notice>
      </div>
      <SalesContent sales={sales} isSettled isPreview invite={null} below={below} />
    </>
  )
}
