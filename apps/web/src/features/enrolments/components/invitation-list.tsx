import { Panel } from '@apogee/ui/panel.tsx'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ListEnd } from '#web/platform/lists/list-end.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { totalOf } from '#web/platform/language/numbers.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import './course-invitations.css'
import { courseInvitationMessages } from '../messages/course-invitations.en.ts'

type OwnInvitations = UseInfiniteQueryResult<InfiniteData<AnswerOf<'listCourseInvitations'>>>

export function InvitationList({ own }: { own: OwnInvitations }) {
  const text = useText(courseInvitationMessages)
  const invitations = own.data?.pages.flatMap(({ data }) => data) ?? []
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
