import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useParams } from '#web/platform/router/router.tsx'
import { AssessmentStart } from '#web/features/assessments/components/assessment-start.tsx'
import { AttemptTaking } from '#web/features/assessments/components/attempt-taking.tsx'
import { AssessmentFailed, AssessmentLoading } from '#web/features/assessments/components/attempt-states.tsx'
import {
  assessmentQuery,
  attemptAddress,
  attemptQuery,
  quizAddress,
} from '#web/features/assessments/api/assessments.ts'
import { idOf } from '#web/features/learning/api/learning.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import type { Assessment } from '@apogee/contracts/assessments/assessments.ts'

/** Shows the start page, or the open attempt, which a reload continues. */
export function Component() {
  const id = idOf(useParams()['assessmentId'])
  return id === null ? <AssessmentFailed error={null} /> : <AssessmentScreen key={id} id={id} />
}

function AssessmentScreen({ id }: { id: number }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(assessmentQuery(id, useViewer()))
  const newest = data?.data.attempts[0]
  useFocusWhenBegun(data ? newest?.state === 'open' : null)
  /**
   * Holds the number of the open attempt that this page has shown. When the outbox has submitted it, the page continues with its
   * result.
   */
  const [shown, setShown] = useState<number | null>(null)
  if (isPending) return <AssessmentLoading />
  if (!data) return <AssessmentFailed error={error} onRetry={() => void refetch()} />
  const { assignment, lesson } = data.data
  if (assignment && lesson) return <Navigate to={quizAddress(lesson)} replace />
  if (newest?.state === 'open') {
    return (
      <OpenAttempt
        assessment={data.data}
        number={newest.number}
        isBeingRead={isFetching}
        onShown={setShown}
      />
    )
  }
  if (newest && newest.number === shown) return <Navigate to={attemptAddress(id, newest.number)} replace />
  return (
    <>
      <Head title={data.data.title} />
      <AssessmentStart assessment={data.data} />
    </>
  )
}

/** Starting an attempt removes its button, so the focus moves to the attempt, as on a new page. */
function useFocusWhenBegun(isOpen: boolean | null) {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === false && isOpen) {
      document.getElementById('main')?.focus({ preventScroll: true })
      scrollTo({ top: 0, behavior: 'instant' })
    }
    wasOpen.current = isOpen
  }, [isOpen])
}

/** `isBeingRead` means that the assessment is being refetched, and the new answer may show that the attempt is over. */
function OpenAttempt({
  assessment,
  number,
  isBeingRead,
  onShown,
}: {
  assessment: Assessment
  number: number
  isBeingRead: boolean
  onShown: (number: number) => void
}) {
  const { user } = useSession()
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(
    attemptQuery(assessment.id, number, useViewer()),
  )
  const isOpen = data?.data.state === 'open'
  useEffect(() => {
    if (isOpen) onShown(number)
  }, [isOpen, number, onShown])
  if (isPending) return <AssessmentLoading />
  if (!data || !user) return <AssessmentFailed error={error} onRetry={() => void refetch()} />
  if (!isOpen && isBeingRead) return <AssessmentLoading />
  if (!isOpen) return <Navigate to={attemptAddress(assessment.id, number)} replace />
  return (
    <AttemptTaking
      key={`${user.id}-${number}`}
      lesson={assessment.lesson}
      attempt={data.data}
      receivedAt={dataUpdatedAt}
      userId={user.id}
    />
  )
}
