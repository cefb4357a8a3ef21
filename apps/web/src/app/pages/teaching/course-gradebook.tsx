import { idOf } from '#web/features/learning/api/learning.ts'
import { GradebookPage } from '#web/features/roster/components/gradebook-page.tsx'
import { useParams } from '#web/platform/router/router.tsx'
import { CourseWorkspace } from '../../course-workspace.tsx'

export function Component() {
  const { courseId } = useParams()
  const id = idOf(courseId) ?? 0
  return (
    <CourseWorkspace courseId={id} tab="grades">
      <GradebookPage key={id} courseId={id} />
    </CourseWorkspace>
  )
}
