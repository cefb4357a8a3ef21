import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import './course-invitations.css'
import { courseInvitationMessages } from '../messages/course-invitations.en.ts'
import { ownInvitationsQuery } from '../api/course-invitations.ts'
import { Panel } from '@apogee/ui/panel.tsx'

/** Lists unanswered course invitations. It renders nothing when there are none. */
export function OwnInvitations({ userId }: { userId: number }) {
  const text = useText(courseInvitationMessages)
  const own = useInfiniteQuery(ownInvitationsQuery(userId))
  if (own.isError && !own.data) {
    return <LoadFailure title={text.readFailed} error={own.error} onRetry={() => void own.refetch()} />
  }
  const invitations = own.data?.pages.flatMap(({ data }) => data) ?? []
  if (invitations.length === 0) return null
  const first = own.data?.pages[0]
  return (
    <Panel id="course-invitations" title={text.yourInvitations} className="course-invitations">
      <ul>
        {invitations.map((invitation) => (
          <li key={invitation.token}>
            <div id={`invitation-${invitation.courseId}`}>
              <p className="font-medium">{invitation.courseTitle}</p>
              <p className="text-sm text-secondary">{text.from(invitation.sellerName)}</p>
            </div>
            <AnswerButtons invitation={invitation} describedBy={`invitation-${invitation.courseId}`} />
          </li>
        ))}
      </ul>
      {first && own.hasNextPage ? (
        <ListEnd
          list={own}
          status={text.shown(invitations.length, totalOf(first.meta, invitations.length))}
          label={text.more}
        />
      ) : null}
    </Panel>
  )
}
