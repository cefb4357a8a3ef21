import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense } from 'react'
import { idOf } from '#web/features/learning/api/learning.ts'
import { CourseFiguresPage } from '#web/features/roster/components/course-figures-page.tsx'
import { useParams } from '#web/platform/router/router.tsx'
import { CourseWorkspace } from '../../course-workspace.tsx'
import { useSession } from '#web/platform/session/session.tsx'

const SourceFigures = lazyWithRetry(
  async () => (await import('#web/features/operations/components/source-figures.tsx')).SourceFigures,
)

export function Component() {
  const { courseId } = useParams()
  const { user } = useSession()
  const id = idOf(courseId) ?? 0
  return (
    <CourseWorkspace courseId={id} tab="overview">
      <CourseFiguresPage
        key={id}
        courseId={id}
        below={(course) =>
          user ? (
            <Suspense fallback={<Skeleton shape="block" />}>
              <SourceFigures user={user} course={course} />
            </Suspense>
          ) : null
        }
      />
    </CourseWorkspace>
  )
}
