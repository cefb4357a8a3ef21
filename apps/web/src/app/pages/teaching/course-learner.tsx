import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { LearnerMessages, WriteMessage } from '#web/features/announcements/components/learner-messages.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { LearnerPage } from '#web/features/roster/components/learner-page.tsx'
import { useParams } from '#web/platform/router/router.tsx'
import { CourseWorkspace } from '../../course-workspace.tsx'

/** The questions and answers of an attempt load when one is opened. */
const AttemptAnswers = lazyWithRetry(
  async () => (await import('#web/features/assessments/components/attempt-answers.tsx')).AttemptAnswers,
)

/** Few orders are charged back. */
const OrderDecisions = lazyWithRetry(
  async () => (await import('#web/features/sales/components/order-decisions.tsx')).OrderDecisions,
)

export function Component() {
  const { courseId, userId } = useParams()
  const place = { courseId: idOf(courseId) ?? 0, userId: idOf(userId) ?? 0 }
  return (
    <CourseWorkspace courseId={place.courseId} tab="learners">
      <LearnerPage
        key={`${place.courseId}/${place.userId}`}
        place={place}
        answersOf={(attempt) => <AttemptAnswers attempt={attempt} />}
        write={({ name }) => <WriteMessage place={place} name={name} />}
        messages={<LearnerMessages place={place} />}
        decide={(orderId) => (
          <Suspense>
            <OrderDecisions orderId={orderId} of="chargebacks" />
          </Suspense>
        )}
      />
    </CourseWorkspace>
  )
}
