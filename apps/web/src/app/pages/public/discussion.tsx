import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import '#web/features/community/components/community.css'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams, useSearchParams } from '#web/platform/router/router.tsx'
import {
  DiscussionFacts,
  DiscussionThread,
  placeAddress,
} from '#web/features/community/components/discussions/discussion-thread.tsx'
import { useWrittenText } from '#web/features/community/erased-text.ts'
import { communityMessages } from '#web/features/community/messages/community.en.ts'
import { discussionQuery } from '#web/features/community/api/community.ts'
import { answerAddress } from '#web/features/community/place.ts'
import { useForgetRefused } from '#web/features/community/use-held-back.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { StatePage } from '#web/platform/failures/state-page.tsx'

export function Component() {
  const { discussionId = '' } = useParams()
  return /^\d{1,15}$/.test(discussionId) ? (
    <DiscussionScreen key={discussionId} id={Number(discussionId)} />
  ) : (
    <DiscussionFailed error={null} />
  )
}

function DiscussionScreen({ id }: { id: number }) {
  const text = useText(communityMessages)
  const written = useWrittenText()
  const { loading } = useText(platformMessages)
  const viewer = useViewer()
  const [address] = useSearchParams()
  // A notice about an answer leads those who asked back into the lesson.
  const leadsToLesson = address.has('answer')
  const query = discussionQuery(id, viewer)
  const replies = useInfiniteQuery(query)
  useForgetRefused(replies, query.queryKey)
  if (replies.isPending) {
    return (
      <Loading label={loading} className="ap-wrap ap-section grid gap-6">
        <Skeleton shape="title" width={60} />
        <Skeleton shape="block" />
        <Skeleton width={80} />
      </Loading>
    )
  }
  const pages = replies.data?.pages ?? []
  const discussion = pages[0]?.data
  if (!discussion) return <DiscussionFailed error={replies.error} onRetry={() => void replies.refetch()} />
  const { group, course, lesson, positionSeconds } = discussion
  if (lesson && leadsToLesson && discussion.author.id === viewer)
    return <Navigate to={answerAddress(lesson, positionSeconds, id)} replace />
  const place = group?.name ?? course?.title
  return (
    <>
      <Head title={written(discussion.title)} />
      <div className="ap-wrap pt-8">
        <Breadcrumb
          as={Link}
          label={text.breadcrumb}
          places={[['/community', text.community], place ? [placeAddress(discussion), place] : null]}
          current={text.discussions}
        />
        <h1 className="ap-h2 mt-1 max-w-measure">{written(discussion.title)}</h1>
      </div>
      <div className="ap-wrap community-group-body">
        <DiscussionThread
          discussion={discussion}
          posts={pages.flatMap((page) => page.data.posts).toReversed()}
          onEarlier={replies.hasNextPage ? () => void replies.fetchNextPage() : undefined}
          isLoadingEarlier={replies.isFetchingNextPage}
        />
        <DiscussionFacts discussion={discussion} />
      </div>
    </>
  )
}

/** Replaces a discussion that is missing, not accessible or failed to load, and offers a next step. */
function DiscussionFailed({ error, onRetry }: { error: Error | null; onRetry?: () => void }) {
  const text = useText(communityMessages)
  const failureText = useFailureText()
  const code = error instanceof ApiError ? error.errorCode : null
  const isMissing = error === null || code === 'DISCUSSION_NOT_FOUND'
  const isForbidden = code === 'FORBIDDEN'
  const title = isMissing ? text.discussionNotFound : isForbidden ? text.notYourCourse : text.failed
  return (
    <StatePage
      title={title}
      text={
        isMissing
          ? text.discussionNotFoundHint
          : isForbidden
            ? text.notYourCourseHint
            : failureText(error, text.tryLater)
      }
      {...(onRetry && !isMissing && !isForbidden
        ? { onRetry }
        : { back: isForbidden ? ['/courses', text.findCourse] : ['/community', text.toCommunity] })}
    />
  )
}
