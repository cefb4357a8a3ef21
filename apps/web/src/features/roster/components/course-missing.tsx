import { useText } from '#web/platform/language/messages.ts'
import { StatePage } from '#web/platform/failures/state-page.tsx'
import { rosterMessages } from '../messages/roster.en.ts'

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
