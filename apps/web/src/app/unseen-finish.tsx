import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { courseCertificateQuery } from '#web/features/achievements/api/achievements.ts'

const CourseFinish = lazyWithRetry(async () => (await import('./course-finish.tsx')).CourseFinish)

/** The finish of a course that the learner has not seen yet, on any device. Its certificate is the server's word that it is finished. */
export function UnseenFinish({ userId, courseId }: { userId: number; courseId: number }) {
  const { data } = useQuery(courseCertificateQuery(userId, courseId))
  const [shown, setShown] = useState<string | null>(null)
  const [isClosed, setIsClosed] = useState(false)
  // Stays until it is closed: once it is open, it counts as seen.
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
