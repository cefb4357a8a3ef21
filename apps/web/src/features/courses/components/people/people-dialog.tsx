import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { EnrollByEmail } from './enroll-by-email.tsx'
import { InvitedPeople } from './invited-people.tsx'
import { InviteLinks } from './invite-links.tsx'
import './people-dialog.css'
import { coursePeopleMessages } from '../../messages/selling/people.en.ts'
import { coursePeopleQuery } from '../../api/authoring.ts'

export interface PeopleDialogProps {
  courseId: number
  isPrivate: boolean
  onClose: () => void
}

/** Lists enrolled and invited people; the owner enrols people by e-mail, and creates invite links for a private course. */
export function PeopleDialog({ courseId, isPrivate, onClose }: PeopleDialogProps) {
  const text = useText(coursePeopleMessages)
  const common = useText(platformMessages)
  const people = useQuery(coursePeopleQuery(courseId, useViewer()))
  const found = people.data?.data
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.people}
      text={found ? text.count(found.enrolled, found.waiting) : undefined}
      closeLabel={common.close}
    >
      {found ? (
        <div className="authoring-people">
          <p>
            <Link className="ap-link" to={`/course/${courseId}/people`}>
              {text.seeLearners}
            </Link>
          </p>
          <EnrollByEmail courseId={courseId} />
          <InvitedPeople courseId={courseId} />
          {isPrivate ? <InviteLinks courseId={courseId} invites={found.invites} /> : null}
        </div>
      ) : people.isPending ? (
        <Loading label={common.loading}>
          <SkeletonRows count={4} />
        </Loading>
      ) : (
        <LoadFailure title={text.loadFailed} error={people.error} onRetry={() => void people.refetch()} />
      )}
    </Dialog>
  )
}
