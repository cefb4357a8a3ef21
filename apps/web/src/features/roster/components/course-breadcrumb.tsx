import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { StatePage } from '#web/platform/failures/state-page.tsx'
import { rosterMessages } from '../messages/roster.en.ts'

export function CourseBreadcrumb({
  courseId,
  courseTitle,
  current,
}: {
  courseId: number
  /** Undefined means that the title is loading. */
  courseTitle: string | undefined
  current: string
}) {
  const text = useText(rosterMessages)
  return (
    <Breadcrumb
      as={Link}
      label={current}
      places={[
        ['/admin?tab=courses', text.yourCourses],
        [`/course/${courseId}/manage`, courseTitle ?? text.manage],
      ]}
      current={current}
    />
  )
}

export function CourseMissing() {
  const text = useText(rosterMessages)
  return (
    <StatePage
      title={text.courseNotFound}
      text={text.courseNotFoundHint}
      back={['/admin?tab=courses', text.backToCourses]}
    />
  )
}
