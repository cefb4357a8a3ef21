import type { Author, DiscussionPost } from '@apogee/contracts/community/community.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useState, type ReactNode } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ReportPost } from './discussions/dialogs.tsx'
import { Helpful } from './discussions/helpful.tsx'
import { communityMessages } from '../messages/community.en.ts'
import { SmallText } from '#web/shared/text/small-text/small-text.tsx'
import { PostActions, type PostAction } from './post-actions.tsx'
import { PostPictures } from './post-pictures.tsx'
import { useCommunityWrite } from '../api/community.ts'
import './community.css'

const EditPostForm = lazyOnPress(async () => (await import('./discussions/reply-form.tsx')).EditPostForm)

export function PostFrame({
  postId,
  author,
  createdAt,
  editedAt,
  isHidden,
  reportCount,
  isAccepted = false,
  menu,
  children,
}: {
  /** `postId` is the id of a reply, which can receive the focus. */
  postId?: number
  author: Author
  createdAt: string
  editedAt: string | null
  isHidden: boolean
  reportCount: number
  isAccepted?: boolean
  menu: ReactNode
  children: ReactNode
}) {
  const text = useText(communityMessages)
  const language = useLanguage()
  return (
    <article
      className="community-post"
      data-post={postId}
      tabIndex={postId === undefined ? undefined : -1}
      data-hidden={isHidden || undefined}
      data-accepted={isAccepted || undefined}
    >
      <Avatar name={author.name} image={author.avatar} size="sm" />
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <b className="font-semibold">{author.name ?? text.unnamed}</b>
          {author.standing ? (
            <Badge tone="info">{author.standing === 'teacher' ? text.teacher : text.owner}</Badge>
          ) : null}
          {isAccepted ? (
            <Badge tone="positive" icon="check">
              {text.acceptedAnswer}
            </Badge>
          ) : null}
          {isHidden ? <Badge tone="warning">{text.hidden}</Badge> : null}
          {reportCount > 0 ? (
            <Badge tone="danger" icon="alert">
              {text.reports(reportCount)}
            </Badge>
          ) : null}
        </p>
        <p className="text-xs text-tertiary">
          <time dateTime={createdAt}>{timeInWords(createdAt, language)}</time>
          {editedAt ? `, ${text.edited}` : ''}
        </p>
      </div>
      {menu}
      <div className="community-post-body">{children}</div>
    </article>
  )
}

export function useModerationNotice() {
  const text = useText(communityMessages)
  const notify = useNotify()
  return (wasHidden: boolean, hidden: boolean) =>
    notify({ text: hidden ? text.hiddenDone : wasHidden ? text.shownDone : text.keptDone })
}

function PostVotes({ post }: { post: DiscussionPost }) {
  const text = useText(communityMessages)
  const { id, isAccepted, permissions } = post
  const accept = useCommunityWrite(
    (accepted: boolean) => call('acceptPost', { params: { id }, body: { accepted } }),
    text.actionFailed,
  )
  return (
    <div className="community-votes">
      <Helpful
        of={{ kind: 'post', id }}
        count={post.helpfulCount}
        hasVoted={post.hasVoted}
        canVote={permissions.vote}
      />
      {permissions.accept ? (
        <Button variant="quiet" size="sm" busy={accept.isPending} onClick={() => accept.mutate(!isAccepted)}>
          {isAccepted ? text.withdrawAcceptance : text.acceptAnswer}
        </Button>
      ) : null}
    </div>
  )
}

export function Reply({ post }: { post: DiscussionPost }) {
  const text = useText(communityMessages)
  const notify = useNotify()
  const queries = useQueryClient()
  const tell = useModerationNotice()
  const [doing, setDoing] = useState<PostAction | null>(null)
  const params = { id: post.id }
  const moderation = useCommunityWrite(
    (hidden: boolean) => call('hidePost', { params, body: { hidden } }),
    text.actionFailed,
  )
  const { edit, report, moderate } = post.permissions
  const name = post.author.name ?? text.unnamed
  const stop = () => setDoing(null)
  return (
    <PostFrame
      {...post}
      postId={post.id}
      menu={
        edit || report || moderate ? (
          <PostActions
            label={text.actionsFor(name)}
            permissions={post.permissions}
            isHidden={post.isHidden}
            reportCount={post.reportCount}
            onChoose={setDoing}
            onModerate={(hidden) =>
              moderation.mutate(hidden, { onSuccess: () => tell(post.isHidden, hidden) })
            }
          />
        ) : null
      }
    >
      {doing === 'edit' ? (
        <EditPostForm post={post} onDone={stop} />
      ) : post.body === '' ? (
        <p className="text-tertiary">{text.hiddenText}</p>
      ) : (
        <>
          <SmallText kind="discussion" text={post.body} names={post.mentionedNames} />
          <PostPictures pictures={post.pictures} />
        </>
      )}
      {doing === 'edit' || post.isHidden ? null : <PostVotes post={post} />}
      {doing === 'report' ? <ReportPost text={{ postId: post.id }} onClose={stop} /> : null}
      {doing === 'delete' ? (
        <DeleteDialog
          title={text.deleteReplyTitle}
          question={text.deleteReplyText}
          remove={() => call('deletePost', { params })}
          onClose={stop}
          onDeleted={() => {
            stop()
            notify({ text: text.replyDeleted })
            void queries.invalidateQueries({ queryKey: ['community'] })
          }}
        />
      ) : null}
    </PostFrame>
  )
}
