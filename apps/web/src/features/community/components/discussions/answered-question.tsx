import '../community.css'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { SmallText } from '#web/shared/text/small-text/small-text.tsx'
import { discussionQuery } from '../../api/community.ts'
import { useWrittenText } from '../../erased-text.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { PostFrame } from '../post.tsx'
import { PostPictures } from '../post-pictures.tsx'

/**
 * Leads the questions of a lesson with the one that a notice or a mail has named, and its answer: the accepted reply, or the newest one of
 * another person. A question that is not there any more shows nothing.
 */
export function AnsweredQuestion({ id }: { id: number }) {
  const text = useText(communityMessages)
  const { loading } = useText(platformMessages)
  const written = useWrittenText()
  const viewer = useViewer()
  const place = useRef<HTMLElement>(null)
  const { data, isPending } = useInfiniteQuery(discussionQuery(id, viewer))
  const discussion = data?.pages[0]?.data
  const isShown = discussion !== undefined
  useEffect(() => {
    if (!isShown) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  }, [isShown])
  if (isPending) {
    return (
      <Loading label={loading}>
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (!discussion) return null
  const answer =
    discussion.acceptedPost ??
    discussion.posts.find(({ author }) => author.id !== discussion.author.id) ??
    discussion.posts[0]
  return (
    <section ref={place} tabIndex={-1} className="community-asked" aria-labelledby={`asked-${id}`}>
      <h3 id={`asked-${id}`} className="font-semibold">
        {written(discussion.title)}
      </h3>
      {answer ? (
        <PostFrame
          author={answer.author}
          createdAt={answer.createdAt}
          editedAt={answer.editedAt}
          isHidden={answer.isHidden}
          reportCount={0}
          isAccepted={answer.isAccepted}
          menu={null}
        >
          <SmallText kind="discussion" text={answer.body} names={answer.mentionedNames} />
          <PostPictures pictures={answer.pictures} />
        </PostFrame>
      ) : null}
      <Link className="ap-link" data-standalone="" to={`/community/discussions/${id}`}>
        {text.wholeDiscussion}
      </Link>
    </section>
  )
}
