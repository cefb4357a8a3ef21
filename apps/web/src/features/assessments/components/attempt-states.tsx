import { Loading, Skeleton, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { StatePage } from '#web/platform/failures/state-page.tsx'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import './assessments.css'

export function AssessmentLoading() {
  const { loading } = useText(platformMessages)
  return (
    <Loading label={loading}>
      <div className="assess-head">
        <div className="ap-wrap assess-head-waiting">
          <Skeleton width={20} />
          <Skeleton shape="title" width={40} />
        </div>
      </div>
      <div className="ap-wrap assess-start">
        <div className="grid gap-6">
          <Skeleton shape="title" width={60} />
          <Skeleton width={80} />
          <Skeleton width={80} />
          <Skeleton shape="button" />
        </div>
        <div className="ap-panel" data-clip="">
          <SkeletonRows count={3} />
        </div>
      </div>
    </Loading>
  )
}

export function AssessmentFailed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const text = useText(assessmentsMessages)
  const failureText = useFailureText()
  const code = error instanceof ApiError ? error.errorCode : null
  const title =
    code === 'ATTEMPT_NOT_FOUND'
      ? text.attemptNotFound
      : code === 'ASSESSMENT_NOT_FOUND' || code === 'FORBIDDEN' || error === null
        ? text.notFound
        : text.loadFailed
  const isMissing = title !== text.loadFailed
  return (
    <StatePage
      title={title}
      text={
        isMissing
          ? code === 'ATTEMPT_NOT_FOUND'
            ? text.attemptNotFoundHint
            : text.notFoundHint
          : failureText(error, text.tryLater)
      }
      onRetry={isMissing ? undefined : onRetry}
      back={['/dashboard', text.toDashboard]}
    />
  )
}
