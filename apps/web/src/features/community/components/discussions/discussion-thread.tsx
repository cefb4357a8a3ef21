import '../community.css'
import type { Discussion } from '@apogee/contracts/community/community.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { clockTime } from '@apogee/ui/player/clock-time.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ComponentProps } from 'react'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { DiscussionDialog, ReportPost } from './dialogs.tsx'
import { useWrittenText } from '../../erased-text.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { Helpful } from './helpful.tsx'
import { SmallText } from '#web/shared/text/small-text/small-text.tsx'
import { PostActions, type PostAction } from '../post-actions.tsx'
import { PostPictures } from '../post-pictures.tsx'
import { PostFrame, useModerationNotice } from '../post.tsx'
import { Replies } from './replies.tsx'
import { useCommunityWrite } from '../../api/community.ts'
import { lessonAddress } from '../../place.ts'
import '@apogee/ui/figures/rows.css'

// The form loads with the page: most of its size is the code of forms.
const ReplyForm = lazyWithRetry(async () => (await import('./reply-form.tsx')).ReplyForm)

export function placeAddress({ group, course }: Pick<Discussion, 'group' | 'course'>): string {
  if (group) return `/community/groups/${group.id}`
  return course ? `/course/${course.id}?tab=discussion` : '/community'
}

export function DiscussionThread({
  discussion,
  posts,
  onEarlier,
  isLoadingEarlier,
  reply,
}: ComponentProps<typeof Replies> & {
  /** Changes the button of the reply, and says what follows the reply. */
  reply?: { label: string; onSent: () => void }
}) {
  const text = useText(communityMessages)
  const { user } = useSession()
  return (
    <div className="community-thread min-w-0">
      <Opening discussion={discussion} />
      <Replies
        discussion={discussion}
        posts={posts}
        onEarlier={onEarlier}
        isLoadingEarlier={isLoadingEarlier}
      />
      {discussion.permissions.reply && user ? (
        <Suspense fallback={<Skeleton shape="block" />}>
          <ReplyForm
            key={discussion.id}
            discussionId={discussion.id}
            userId={user.id}
            people={discussion.people ?? []}
            submitLabel={reply?.label}
            onSent={reply?.onSent}
          />
        </Suspense>
      ) : discussion.group && !discussion.isHidden ? (
        <Notice
          tone="info"
          quiet
          link={
            <Link className="ap-link" to={placeAddress(discussion)}>
              {discussion.group.name}
            </Link>
          }
        >
          {text.joinToReply}
        </Notice>
      ) : null}
    </div>
  )
}

function Opening({ discussion }: { discussion: Discussion }) {
  const text = useText(communityMessages)
  const written = useWrittenText()
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const tell = useModerationNotice()
  const [doing, setDoing] = useState<PostAction | null>(null)
  const params = { id: discussion.id }
  const moderation = useCommunityWrite(
    (hidden: boolean) => call('hideDiscussion', { params, body: { hidden } }),
    text.actionFailed,
  )
  const stop = () => setDoing(null)
  return (
    <div className="ap-panel community-opening">
      <PostFrame
        {...discussion}
        reportCount={discussion.openingReportCount}
        menu={
          <PostActions
            label={text.discussionActions}
            permissions={discussion.permissions}
            isHidden={discussion.isHidden}
            reportCount={discussion.openingReportCount}
            onChoose={setDoing}
            onModerate={(hidden) =>
              moderation.mutate(hidden, { onSuccess: () => tell(discussion.isHidden, hidden) })
            }
          />
        }
      >
        {discussion.isHidden ? <p className="mb-2 text-sm text-tertiary">{text.hiddenNote}</p> : null}
        <SmallText kind="discussion" text={written(discussion.body)} />
        <PostPictures pictures={discussion.pictures} />
        {discussion.isHidden ? null : (
          <div className="community-votes">
            <Helpful
              of={{ kind: 'discussion', id: discussion.id }}
              count={discussion.helpfulCount}
              hasVoted={discussion.hasVoted}
              canVote={discussion.permissions.vote}
            />
          </div>
        )}
      </PostFrame>
      {doing === 'edit' ? <DiscussionDialog discussion={discussion} onClose={stop} onSaved={stop} /> : null}
      {doing === 'report' ? <ReportPost text={{ discussionId: discussion.id }} onClose={stop} /> : null}
      {doing === 'delete' ? (
        <DeleteDialog
          title={text.deleteDiscussionTitle}
          question={text.deleteDiscussionText(discussion.title)}
          remove={() => call('deleteDiscussion', { params })}
          onClose={stop}
          onDeleted={() => {
            notify({ text: text.discussionDeleted })
            navigate(placeAddress(discussion), { replace: true })
            queries.removeQueries({ queryKey: ['community', 'discussion', discussion.id] })
            void queries.invalidateQueries({ queryKey: ['community'] })
          }}
        />
      ) : null}
    </div>
  )
}

export function DiscussionFacts({ discussion }: { discussion: Discussion }) {
  const text = useText(communityMessages)
  const language = useLanguage()
  const { group, course, lesson, positionSeconds: seconds } = discussion
  const place = group?.name ?? course?.title
  return (
    <aside className="ap-panel" data-padded="" aria-label={text.aboutDiscussion}>
      <dl className="ap-facts">
        {place ? (
          <div>
            <dt>{group ? text.group : text.course}</dt>
            <dd>
              <Link className="ap-link" to={placeAddress(discussion)}>
                {place}
              </Link>
            </dd>
          </div>
        ) : null}
        {lesson ? (
          <div>
            <dt>{text.lesson}</dt>
            <dd>
              <Link className="ap-link" to={lessonAddress(lesson, seconds)}>
                {seconds === null ? lesson.title : text.lessonAt(lesson.title, clockTime(seconds))}
              </Link>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{text.started}</dt>
          <dd>{dateInWords(discussion.createdAt, language)}</dd>
        </div>
        <div>
          <dt>{text.repliesTitle}</dt>
          <dd>{discussion.replyCount}</dd>
        </div>
        <div>
          <dt>{text.lastActivityTitle}</dt>
          <dd>{dateInWords(discussion.lastActivityAt, language)}</dd>
        </div>
      </dl>
    </aside>
  )
}

/** Links non-learners to the sales page, because a course's discussions are for its learners. */
export function CourseAccessLink({ courseId }: { courseId: number }) {
  const text = useText(communityMessages)
  return (
    <LinkButton as={Link} to={`/sp/${courseId}/`}>
      {text.seeSalesPage}
    </LinkButton>
  )
}
