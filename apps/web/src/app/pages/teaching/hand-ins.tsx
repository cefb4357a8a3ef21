import { HandInsPage } from '#web/features/assessments/grading/hand-ins-page.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { useParams } from '#web/platform/router/router.tsx'

export function Component() {
  const id = idOf(useParams()['courseId']) ?? 0
  return <HandInsPage key={id} courseId={id} />
}
