import { HandInPage } from '#web/features/assessments/grading/hand-in-page.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { useParams } from '#web/platform/router/router.tsx'
import { CourseWorkspace } from '../../course-workspace.tsx'

export function Component() {
  const params = useParams()
  const courseId = idOf(params['courseId']) ?? 0
  const attemptId = idOf(params['attemptId']) ?? 0
  return (
    <CourseWorkspace courseId={courseId} tab="grades">
      <HandInPage key={attemptId} courseId={courseId} attemptId={attemptId} />
    </CourseWorkspace>
  )
}
