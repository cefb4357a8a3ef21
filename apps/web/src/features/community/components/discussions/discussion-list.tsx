import '../community.css'
import type { DiscussionSummary } from '@apogee/contracts/community/community.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { clockTime } from '@apogee/ui/player/clock-time.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { usersIcon } from '@apogee/ui/icons/more-icons.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from '#web/platform/router/router.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useWrittenText } from '../../erased-text.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { discussionsQuery, type OnlyThose } from '../../api/community.ts'
import { useMinuteFirst } from '../../minute-first.ts'
import { answerAddress, lessonAddress, type Place } from '../../place.ts'
import { useForgetRefused, useHeldBack } from '../../use-held-back.ts'
import { NewTexts } from './new-texts.tsx'
import '@apogee/ui/figures/rows.css'

const UnsentDiscussions = lazyWithRetry(async () => (await import('../unsent-posts.tsx')).UnsentDiscussions)

/** Lists discussions of a place, newest first; the general list also names each one's place. */
export function DiscussionList({
  place = {},
  search = '',
  only = null,
  emptyTitle,
  emptyHint,
  emptyAction,
  onSeek,
  minute,
}: {
  place?: Place
  search?: string
  only?: OnlyThose
  emptyTitle?: string
  /** `emptyHint` tells what to do next when the list is empty. */
  emptyHint: string
  emptyAction: ReactNode
  /** Given when the list stands beside the lesson's video: a press on a question's time seeks the video. */
  onSeek?: (seconds: number) => void
  /** Questions of others about this minute of the lesson's video come first. */
  minute?: number | undefined
}) {
  const text = useText(communityMessages)
  const { minuteFirst, near } = useMinuteFirst(place, minute)
  const failureText = useFailureText()
  const { user } = useSession()
  const query = discussionsQuery({ place, search, only }, useViewer())
  const discussions = useInfiniteQuery(query)
  useForgetRefused(discussions, query.queryKey)
  const listed = (
    <ListStates
      list={discussions}
      skeletons={
        <div className="ap-panel">
          <SkeletonRows count={4} />
        </div>
      }
      titleAs="h3"
      failed={text.failed}
      why={(error) => failureText(error, text.tryLater)}
      empty={
        <EmptyList
          search={search}
          only={only}
          emptyTitle={emptyTitle}
          emptyHint={emptyHint}
          emptyAction={emptyAction}
        />
      }
      shownOf={text.showingOf}
      more={text.showMore}
    >
      {(rows) => (
        <Rows
          key={`${search} ${only} ${discussions.isPlaceholderData}`}
          rows={minuteFirst(rows)}
          near={near}
          isBusy={discussions.isPlaceholderData}
          place={place}
          onSeek={onSeek}
        />
      )}
    </ListStates>
  )
  return (
    <>
      {user ? (
        <Suspense>
          <UnsentDiscussions place={place} />
        </Suspense>
      ) : null}
      {listed}
    </>
  )
}

/** New discussions of others appear above the list on a press, so that the text being read does not move. */
function Rows({
  rows,
  near,
  isBusy,
  place,
  onSeek,
}: {
  rows: readonly DiscussionSummary[]
  /** Holds the ids of questions about the minute at which the video stands. */
  near: ReadonlySet<number>
  isBusy: boolean
  place: Place
  onSeek: OnSeek
}) {
  const text = useText(communityMessages)
  const list = useRef<HTMLUListElement>(null)
  const { shown, held, showAll } = useHeldBack(rows)
  const isEverywhere = place.groupId === undefined && place.courseId === undefined
  const newOnes = place.resourceId === undefined ? text.newDiscussions : text.newQuestions
  const showAndGo = () => {
    flushSync(showAll)
    list.current?.querySelector<HTMLElement>('.ap-row-link')?.focus()
  }
  return (
    <div className="min-w-0">
      <NewTexts at="start" label={held.length > 0 ? newOnes(held.length) : null} onShow={showAndGo} />
      <ul ref={list} className="ap-panel ap-rows" data-clip="" data-inset="" aria-busy={isBusy || undefined}>
        {shown.map((discussion) => (
          <DiscussionRow
            key={discussion.id}
            discussion={discussion}
            isNear={near.has(discussion.id)}
            saysWhere={isEverywhere}
            onSeek={onSeek}
          />
        ))}
      </ul>
    </div>
  )
}

function EmptyList({
  search,
  only,
  emptyTitle,
  emptyHint,
  emptyAction,
}: {
  search: string
  only: OnlyThose
  emptyTitle: string | undefined
  emptyHint: string
  emptyAction: ReactNode
}) {
  const text = useText(communityMessages)
  if (only === 'reported') return <EmptyState titleAs="h3" title={text.noReports} text={text.noReportsHint} />
  if (search !== '')
    return <EmptyState titleAs="h3" title={text.noDiscussionsFound} text={text.noDiscussionsFoundHint} />
  if (only === 'unanswered')
    return <EmptyState titleAs="h3" title={text.noUnanswered} text={text.noUnansweredHint} />
  return (
    <EmptyState titleAs="h3" title={emptyTitle ?? text.noDiscussions} text={emptyHint} action={emptyAction} />
  )
}

type OnSeek = ((seconds: number) => void) | undefined

/** Links the lesson and the second that a question is about; beside the lesson's video, only the second. */
function LessonPlace({ discussion, onSeek }: { discussion: DiscussionSummary; onSeek: OnSeek }) {
  const text = useText(communityMessages)
  const { lesson, positionSeconds: seconds } = discussion
  if (!lesson || (onSeek && seconds === null)) return null
  const time = seconds === null ? null : clockTime(seconds)
  if (onSeek && seconds !== null && time !== null) {
    return (
      <button
        type="button"
        className="ap-link community-place"
        aria-label={text.goTo(time)}
        onClick={() => onSeek(seconds)}
      >
        {time}
      </button>
    )
  }
  return (
    <Link className="ap-link community-place" to={lessonAddress(lesson, seconds)}>
      {time === null ? lesson.title : text.lessonAt(lesson.title, time)}
    </Link>
  )
}

function DiscussionRow({
  discussion,
  isNear,
  saysWhere,
  onSeek,
}: {
  discussion: DiscussionSummary
  isNear: boolean
  saysWhere: boolean
  onSeek: OnSeek
}) {
  const text = useText(communityMessages)
  const written = useWrittenText()
  const language = useLanguage()
  const viewer = useViewer()
  const { author, group, course, lesson, positionSeconds } = discussion
  const hasOwnAnswer = author.id === viewer && discussion.replyCount > 0
  const place = group?.name ?? course?.title
  return (
    <li className="community-row">
      <Avatar name={author.name} image={author.avatar} size="sm" />
      <div className="grid min-w-0 gap-1">
        <h3>
          <Link
            className="ap-row-link"
            to={
              hasOwnAnswer && lesson
                ? answerAddress(lesson, positionSeconds, discussion.id)
                : `/community/discussions/${discussion.id}`
            }
          >
            {written(discussion.title)}
          </Link>
        </h3>
        {discussion.excerpt === discussion.title ? null : (
          <p className="ap-clamp max-w-measure text-sm text-secondary">{written(discussion.excerpt)}</p>
        )}
        <p className="ap-meta">
          <span>{text.startedBy(author.name ?? text.unnamed)}</span>
          {saysWhere && place ? (
            <span>
              <Icon name={group ? usersIcon : 'book'} size="sm" />
              {text.inPlace(place)}
            </span>
          ) : null}
          <LessonPlace discussion={discussion} onSeek={onSeek} />
          {isNear ? <Badge>{text.thisMinute}</Badge> : null}
          {discussion.isAnswered ? (
            <Badge tone="positive" icon="check">
              {text.answered}
            </Badge>
          ) : hasOwnAnswer ? (
            <Badge tone="positive" icon="message">
              {text.replies(discussion.replyCount)}
            </Badge>
          ) : null}
          {discussion.isHidden ? <Badge tone="warning">{text.hidden}</Badge> : null}
          {discussion.reportCount > 0 ? (
            <Badge tone="danger" icon="alert">
              {text.reports(discussion.reportCount)}
            </Badge>
          ) : null}
        </p>
      </div>
      <p className="ap-meta community-row-end">
        <span>
          <Icon name="message" size="sm" />
          {text.replies(discussion.replyCount)}
        </span>
        {discussion.helpfulCount > 0 ? <span>{text.helpfulCount(discussion.helpfulCount)}</span> : null}
        <span>{text.lastActivity(dateInWords(discussion.lastActivityAt, language))}</span>
      </p>
    </li>
  )
}
