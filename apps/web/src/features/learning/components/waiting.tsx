/** Shows the prerequisites and recommendations of a course. The module loads for learners of such courses. */
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { unmetPrerequisitesOf } from '#web/shared/buying/unmet-prerequisites.ts'
import { PrerequisiteNotice } from '#web/shared/buying/prerequisite-notice.tsx'
import { PrerequisiteList } from '#web/shared/buying/prerequisite-list.tsx'

type AfterOthers = Pick<CatalogueCourse, 'prerequisites'>

/** Explains that the lessons wait for other courses. */
export const WaitingNotice = ({ course }: { course: AfterOthers }) => (
  <div className="my-4 grid gap-4">
    <Notice tone="info" quiet>
      <PrerequisiteNotice first={unmetPrerequisitesOf(course)} then="openThen" />
    </Notice>
    <PrerequisiteList prerequisites={course.prerequisites ?? []} />
  </div>
)

/** Lists recommended courses until they are completed, for learners whose lessons are open. */
export function RecommendedFirst({ course: { prerequisites = [] } }: { course: AfterOthers }) {
  const open = prerequisites.filter(({ isCompleted }) => !isCompleted)
  if (open.length === 0) return null
  return (
    <div className="mt-4">
      <PrerequisiteList prerequisites={open} />
    </div>
  )
}

/** Shows the unmet prerequisites on a card, with a link. */
export function WaitingState({ course }: { course: AfterOthers }) {
  const first = unmetPrerequisitesOf(course)
  return (
    <div className="grid gap-3 text-sm">
      <p>
        <PrerequisiteNotice first={first} then="openThen" />
      </p>
      <PrerequisiteList prerequisites={first} />
    </div>
  )
}
