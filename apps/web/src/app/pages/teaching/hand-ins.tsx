import { HandInsPage } from '#web/features/assessments/grading/hand-ins-page.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { useParams } from '#web/platform/router/router.tsx'
import { CourseWorkspace } from '../../course-workspace.tsx'

export function Component() {
  const id = idOf(useParams()['courseId']) ?? 0
  return (
    <CourseWorkspace courseId={id} tab="grades">
      <HandInsPage key={id} courseId={id} />
    </CourseWorkspace>
  )
}
