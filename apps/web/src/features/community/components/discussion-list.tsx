import './community.css'
import type { DiscussionSummary } from '@apogee/contracts/community/community.ts'
import { Avatar } from '@apogee/ui/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { Icon } from '@apogee/ui/icon.tsx'
import { usersIcon } from '@apogee/ui/more-icons.ts'
import { SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState } from '@apogee/ui/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { dateInWords } from '#web/platform/dates.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { useLanguage } from '#web/platform/preferences.tsx'
import { useSession, useViewer } from '#web/platform/session.tsx'
import { ListStates } from '#web/platform/list-states.tsx'
import { useWrittenText } from '../erased-text.ts'
import { communityMessages } from '../messages/community.en.ts'
import { discussionsQuery, type Place } from '../api/community.ts'
import '@apogee/ui/rows.css'

const UnsentDiscussions = lazyWithRetry(async () => (await import('./unsent-posts.tsx')).UnsentDiscussions)

/** Discussions of a place, newest first; the general list also names each one's place. */
export function DiscussionList({
  place = {},
  search = '',
  reported = false,
  emptyHint,
  emptyAction,
}: {
  place?: Place
  search?: string
  reported?: boolean
  /** Hint of the empty list with the next step. */
  emptyHint: string
  emptyAction: ReactNode
}) {
  const text = useText(communityMessages)
  const failureText = useFailureText()
  const { user } = useSession()
  const discussions = useInfiniteQuery(discussionsQuery({ place, search, reported }, useViewer()))
  const isEverywhere = place.groupId === undefined && place.courseId === undefined
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
        reported ? (
          <EmptyState titleAs="h3" title={text.noReports} text={text.noReportsHint} />
        ) : search === '' ? (
          <EmptyState titleAs="h3" title={text.noDiscussions} text={emptyHint} action={emptyAction} />
        ) : (
          <EmptyState titleAs="h3" title={text.noDiscussionsFound} text={text.noDiscussionsFoundHint} />
        )
      }
      shownOf={text.showingOf}
      more={text.showMore}
    >
      {(shown) => (
        <ul
          className="ap-panel ap-rows"
          data-clip=""
          data-inset=""
          aria-busy={discussions.isPlaceholderData || undefined}
        >
          {shown.map((discussion) => (
            <DiscussionRow key={discussion.id} discussion={discussion} saysWhere={isEverywhere} />
          ))}
        </ul>
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

function DiscussionRow({ discussion, saysWhere }: { discussion: DiscussionSummary; saysWhere: boolean }) {
  const text = useText(communityMessages)
  const written = useWrittenText()
  const language = useLanguage()
  const { author, group, course } = discussion
  const place = group?.name ?? course?.title
  return (
    <li className="community-row">
      <Avatar name={author.name} image={author.avatar} size="sm" />
      <div className="grid min-w-0 gap-1">
        <h3>
          <Link className="ap-row-link" to={`/community/discussions/${discussion.id}`}>
            {written(discussion.title)}
          </Link>
        </h3>
        <p className="ap-clamp max-w-measure text-sm text-secondary">{written(discussion.excerpt)}</p>
        <p className="ap-meta">
          <span>{text.startedBy(author.name ?? text.unnamed)}</span>
          {saysWhere && place ? (
            <span>
              <Icon name={group ? usersIcon : 'book'} size="sm" />
              {text.inPlace(place)}
            </span>
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
        <span>{text.lastActivity(dateInWords(discussion.lastActivityAt, language))}</span>
      </p>
    </li>
  )
}
