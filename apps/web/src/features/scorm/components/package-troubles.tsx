import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { packageTroublesQuery } from '#web/shared/course/package-troubles.ts'
import { scormMessages } from '../messages/scorm.en.ts'

/** Tells the people who manage a course which packages have not reported or had errors. It renders nothing when there are none. */
export function PackageTroubles({ courseId }: { courseId: number }) {
  const text = useText(scormMessages)
  const viewer = useViewer()
  const { data } = useQuery(packageTroublesQuery(courseId, viewer))
  // This notice shows only troubles that learners had. Features that a package may lack are shown beside the package in the list.
  const seen = data?.data.filter(({ silentLearners, errorLearners }) => silentLearners + errorLearners > 0)
  return seen?.map(({ resourceId, title, silentLearners, errorLearners }) => (
    <Notice key={resourceId} tone="warning">
      <Link to={`/course/${courseId}/manage?resource=${resourceId}`}>
        {[
          silentLearners > 0 && text.silentFor(title, silentLearners),
          errorLearners > 0 && text.errorFor(title, errorLearners),
        ]
          .filter((sentence) => sentence !== false)
          .join(' ')}
      </Link>{' '}
      {text.troubleHint}
    </Notice>
  ))
}
