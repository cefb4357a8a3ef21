import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { totalOf } from '#web/platform/language/numbers.ts'
import { communityMessages } from '../messages/community.en.ts'
import { discussionsQuery } from '../api/community.ts'

/** Notifies people of a group or course about pending reports and unanswered questions. */
export function WaitingNotices() {
  const { user } = useSession()
  return (
    <>
      <WaitingNotice only="reported" />
      {user && user.role !== 'student' ? <WaitingNotice only="unanswered" /> : null}
    </>
  )
}

function WaitingNotice({ only }: { only: 'reported' | 'unanswered' }) {
  const text = useText(communityMessages)
  const { data } = useInfiniteQuery(discussionsQuery({ place: {}, search: '', only }, useViewer()))
  const waiting = data?.pages[0]?.meta
  if (!waiting?.total) return null
  const isReported = only === 'reported'
  const count = totalOf(waiting)
  return (
    <Notice
      tone={isReported ? 'warning' : 'info'}
      quiet
      link={
        <Link className="ap-link" to={`/community?show=${only}`}>
          {isReported ? text.seeReported : text.seeUnanswered}
        </Link>
      }
    >
      {isReported ? text.reportsWait(count) : text.questionsWait(count)}
    </Notice>
  )
}
