import { useParams } from '#web/platform/router/router.tsx'
import { QuizEditPage } from '#web/features/assessments/editor/quiz-edit-page.tsx'

const idOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

export function Component() {
  const { courseId, resourceId } = useParams()
  return <QuizEditPage courseId={idOf(courseId)} resourceId={idOf(resourceId)} />
}
