import { idOf } from '#web/features/learning/api/learning.ts'
import { CourseFiguresPage } from '#web/features/roster/components/course-figures-page.tsx'
import { useParams } from '#web/platform/router/router.tsx'

export function Component() {
  const { courseId } = useParams()
  const id = idOf(courseId) ?? 0
  return <CourseFiguresPage key={id} courseId={id} />
}
