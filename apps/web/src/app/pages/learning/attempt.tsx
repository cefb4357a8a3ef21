import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '#web/platform/router/router.tsx'
import { AssessmentHead } from '#web/features/assessments/components/assessment-start.tsx'
import { WaitingAttempt } from '#web/features/assessments/components/waiting-attempt.tsx'
import { AttemptResult } from '#web/features/assessments/components/attempt-result.tsx'
import { AssessmentFailed, AssessmentLoading } from '#web/features/assessments/components/attempt-states.tsx'
import { assessmentsMessages } from '#web/features/assessments/messages/assessments.en.ts'
import { assessmentQuery, attemptQuery, quizAddress } from '#web/features/assessments/api/assessments.ts'
import { courseQuery, idOf } from '#web/features/learning/api/learning.ts'
import {
  completedModuleOf,
  lessonAddress,
  lessonBefore,
  neighboursOf,
} from '#web/features/learning/course-progress.ts'
import { learningMessages } from '#web/features/learning/messages/learning.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import '#web/features/assessments/components/assessments.css'

/** Shows a finished attempt while it is being graded, or its result. An open one is continued. */
export function Component() {
  const { assessmentId, number } = useParams()
  const id = idOf(assessmentId)
  const attempt = idOf(number)
  if (id === null || attempt === null) return <AssessmentFailed error={null} />
  return <AttemptScreen key={`${id}/${attempt}`} id={id} number={attempt} />
}

function AttemptScreen({ id, number }: { id: number; number: number }) {
  const text = useText(assessmentsMessages)
  const viewer = useViewer()
  const attempt = useQuery(attemptQuery(id, number, viewer))
  const assessment = useQuery(assessmentQuery(id, viewer))
  const retry = () => void Promise.all([attempt.refetch(), assessment.refetch()])
  if (attempt.isPending || assessment.isPending) return <AssessmentLoading />
  if (!attempt.data) return <AssessmentFailed error={attempt.error} onRetry={retry} />
  if (!assessment.data) return <AssessmentFailed error={assessment.error} onRetry={retry} />
  const { assignment, lesson } = assessment.data.data
  if (assignment && lesson) return <Navigate to={quizAddress(lesson)} replace />
  const shown = attempt.data.data
  // The cached attempt may still be open although it was submitted since.
  if (shown.state === 'open' && attempt.isFetching) return <AssessmentLoading />
  if (shown.state === 'open') return <Navigate to={`/assessment/${id}`} replace />
  if (shown.state === 'graded') return <GradedAttempt assessment={assessment.data.data} attempt={shown} />
  const isWaiting = shown.state === 'waiting'
  return (
    <>
      <Head title={text.resultTitle(shown.title)} />
      <AssessmentHead title={shown.title} lesson={lesson} />
      <div className="ap-wrap assess-result">
        <div>
          <h2 className="ap-h4">{isWaiting ? text.waiting : text.gradingNow}</h2>
          <p className="mt-2 text-secondary">{isWaiting ? text.waitingHint : text.gradingHint}</p>
        </div>
        {isWaiting ? (
          <WaitingAttempt lesson={lesson} attempt={shown} />
        ) : (
          <Loading label={text.gradingNow}>
            <Skeleton shape="block" />
          </Loading>
        )}
      </div>
    </>
  )
}

/** Shows a result with the next step in its course, or without that step when the course fails to load. */
function GradedAttempt({ assessment, attempt }: { assessment: Assessment; attempt: Attempt }) {
  const { moduleComplete } = useText(learningMessages)
  const { lesson, attemptsLeft } = assessment
  const course = useQuery({
    ...courseQuery(lesson?.courseId ?? 0, useViewer()),
    enabled: lesson !== null,
  })
  // All links appear together, so that no link moves just before a press.
  if (course.isLoading) return <AssessmentLoading />
  const detail = course.data?.data
  if (!lesson || !detail?.isEnrolled)
    return <AttemptResult lesson={lesson} attempt={attempt} attemptsLeft={attemptsLeft} wayOn={null} />
  const { next } = neighboursOf(detail.contents, lesson.resourceId)
  const wayOn = next
    ? { address: lessonAddress(next), title: next.title }
    : { address: `/course/${lesson.courseId}`, title: null }
  const before = lessonBefore(detail.contents, lesson.resourceId)
  const repeat = before && {
    address: lessonAddress(before),
    title: before.title,
    isVideo: before.fileType === 'video',
  }
  const resource = detail.contents
    .flatMap(({ resources }) => resources)
    .find(({ id }) => id === lesson.resourceId)
  const module = resource?.progress?.completed ? completedModuleOf(detail.contents, resource) : null
  return (
    <AttemptResult
      lesson={lesson}
      attempt={attempt}
      attemptsLeft={attemptsLeft}
      wayOn={wayOn}
      repeat={repeat}
    >
      {module ? (
        <p className="text-sm text-secondary">{moduleComplete(module.number, module.title)}</p>
      ) : null}
    </AttemptResult>
  )
}
