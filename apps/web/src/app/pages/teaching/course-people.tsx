import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { AddLearners } from '#web/features/courses/components/people/course-people.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { PackageTroubles } from '#web/features/scorm/components/package-troubles.tsx'
import { RosterPage } from '#web/features/roster/components/roster-page.tsx'
import { useParams } from '#web/platform/router/router.tsx'
import { CourseWorkspace } from '../../course-workspace.tsx'

const InvitedPanel = lazyWithRetry(
  async () => (await import('#web/features/courses/components/people/invited-people.tsx')).InvitedPanel,
)

export function Component() {
  const { courseId } = useParams()
  const id = idOf(courseId) ?? 0
  return (
    <CourseWorkspace courseId={id} tab="learners">
      <RosterPage
        key={id}
        courseId={id}
        actions={<AddLearners courseId={id} />}
        invited={(search) => (
          <Suspense>
            <InvitedPanel courseId={id} search={search} />
          </Suspense>
        )}
        notices={<PackageTroubles courseId={id} />}
      />
    </CourseWorkspace>
  )
}
