import { Notice } from '@apogee/ui/notice.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/messages.ts'
import { useViewer } from '#web/platform/session.tsx'
import { totalOf } from '#web/platform/numbers.ts'
import { communityMessages } from '../messages/community.en.ts'
import { discussionsQuery } from '../api/community.ts'

/** Tells moderators of a group or course that something was reported; renders nothing for others. */
export function ReportsNotice() {
  const text = useText(communityMessages)
  const { data } = useInfiniteQuery(discussionsQuery({ place: {}, search: '', reported: true }, useViewer()))
  const waiting = data?.pages[0]?.meta
  if (!waiting?.total) return null
  return (
    <Notice
      tone="warning"
      quiet
      link={
        <Link className="ap-link" to="/community?show=reported">
          {text.seeReported}
        </Link>
      }
    >
      {text.reportsWait(totalOf(waiting))}
    </Notice>
  )
}
