import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { courseInvitationMessages } from '../messages/course-invitations.en.ts'
import { ownInvitationsQuery } from '../api/course-invitations.ts'

// Few learners have invitations.
const InvitationList = lazyWithRetry(async () => (await import('./invitation-list.tsx')).InvitationList)

/** Lists unanswered course invitations. It renders nothing when there are none. */
export function OwnInvitations({ userId }: { userId: number }) {
  const text = useText(courseInvitationMessages)
  const own = useInfiniteQuery(ownInvitationsQuery(userId))
  if (own.isError && !own.data) {
    return <LoadFailure title={text.readFailed} error={own.error} onRetry={() => void own.refetch()} />
  }
  if (!own.data?.pages.some(({ data }) => data.length > 0)) return null
  return (
    <Suspense>
      <InvitationList own={own} />
    </Suspense>
  )
}
