import { useParams } from '#web/platform/router/router.tsx'
import { LessonTextPage } from '#web/features/lesson-texts/components/lesson-text-page.tsx'

const idOf = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

export function Component() {
  const { courseId, resourceId } = useParams()
  return <LessonTextPage courseId={idOf(courseId)} resourceId={idOf(resourceId)} />
}
