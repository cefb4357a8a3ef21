import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { courseCertificateQuery } from '#web/features/achievements/api/achievements.ts'

const CourseFinish = lazyWithRetry(async () => (await import('./course-finish.tsx')).CourseFinish)

/**
 * Shows the completion of a course that the learner has not seen on any device. The certificate proves that the server counts the
 * course as completed.
 */
export function UnseenFinish({ userId, courseId }: { userId: number; courseId: number }) {
  const { data } = useQuery(courseCertificateQuery(userId, courseId))
  const [shown, setShown] = useState<string | null>(null)
  const [isClosed, setIsClosed] = useState(false)
  // While the dialog is open, the server already records the completion as seen. The dialog stays until it is closed.
  if (data?.isSeen === false && shown === null) setShown(data.id)
  if (shown === null || isClosed) return null
  return (
    <Suspense fallback={null}>
      <CourseFinish
        certificateId={shown}
        onClose={() => setIsClosed(true)}
        userId={userId}
        courseId={courseId}
      />
    </Suspense>
  )
}
