import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { discussionQuery } from '../../api/community.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { useForgetRefused } from '../../use-held-back.ts'
import { DiscussionThread } from './discussion-thread.tsx'

/** Shows a learner's question with its replies and the field for the answer. `onAnswered` opens the next item of the inbox. */
export function WaitingQuestion({ id, onAnswered }: { id: number; onAnswered: () => void }) {
  const text = useText(communityMessages)
  const { loading } = useText(platformMessages)
  const query = discussionQuery(id, useViewer())
  const replies = useInfiniteQuery(query)
  useForgetRefused(replies, query.queryKey)
  const pages = replies.data?.pages ?? []
  const discussion = pages[0]?.data
  if (replies.isPending)
    return (
      <Loading label={loading}>
        <Skeleton shape="block" />
      </Loading>
    )
  if (!discussion)
    return (
      <LoadFailure
        titleAs="h3"
        title={text.failed}
        error={replies.error}
        onRetry={() => void replies.refetch()}
      />
    )
  return (
    <DiscussionThread
      discussion={discussion}
      posts={pages.flatMap((page) => page.data.posts).toReversed()}
      onEarlier={replies.hasNextPage ? () => void replies.fetchNextPage() : undefined}
      isLoadingEarlier={replies.isFetchingNextPage}
      reply={{ label: text.postAndNext, onSent: onAnswered }}
    />
  )
}
