import type { StudyGroup } from '@apogee/contracts/community/community.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Card } from '@apogee/ui/card.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { SkeletonCards } from '@apogee/ui/feedback/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { MembershipButton } from './membership.tsx'
import { useWrittenText } from '../../erased-text.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { groupsQuery, type GroupFilter } from '../../api/community.ts'
import '../community.css'

/** Lists matching study groups as cards with Join and Leave. */
export function GroupList({
  filter,
  onAll,
  createButton,
}: {
  filter: GroupFilter
  /** Shows all groups instead of the person's own. */
  onAll: () => void
  createButton: ReactNode
}) {
  const text = useText(communityMessages)
  const failureText = useFailureText()
  const groups = useInfiniteQuery(groupsQuery(filter, useViewer()))
  return (
    <ListStates
      list={groups}
      skeletons={<SkeletonCards count={4} />}
      titleAs="h3"
      failed={text.failed}
      why={(error) => failureText(error, text.tryLater)}
      empty={<NoGroups filter={filter} onAll={onAll} createButton={createButton} />}
      shownOf={text.showingOf}
      more={text.showMore}
    >
      {(shown) => (
        <ul className="ap-grid" data-scroller="" aria-busy={groups.isPlaceholderData || undefined}>
          {shown.map((group) => (
            <GroupCard key={group.id} group={group} />
          ))}
        </ul>
      )}
    </ListStates>
  )
}

function NoGroups({ filter, onAll, createButton }: Parameters<typeof GroupList>[0]) {
  const text = useText(communityMessages)
  if (filter.search !== '') {
    return <EmptyState titleAs="h3" title={text.noGroupsFound} text={text.noGroupsFoundHint} />
  }
  if (filter.mine) {
    return (
      <EmptyState
        titleAs="h3"
        title={text.notInGroups}
        text={text.notInGroupsHint}
        action={<Button onClick={onAll}>{text.seeAllGroups}</Button>}
      />
    )
  }
  return <EmptyState titleAs="h3" title={text.noGroups} text={text.noGroupsHint} action={createButton} />
}

function GroupCard({ group }: { group: StudyGroup }) {
  const text = useText(communityMessages)
  const written = useWrittenText()
  const categoryName = useCategoryName()
  const language = useLanguage()
  return (
    <Card
      className="community-group"
      cover={
        <Cover id={group.id} title={group.name} category={group.category} image="">
          {group.membership ? (
            <Badge solid icon={group.membership === 'owner' ? 'star' : 'check'}>
              {text[group.membership]}
            </Badge>
          ) : null}
        </Cover>
      }
      meta={categoryName(group.category) ?? text.noCategory}
      metaEnd={<span>{text.members(group.memberCount)}</span>}
      title={<Link to={`/community/groups/${group.id}`}>{group.name}</Link>}
      text={written(group.description)}
      byline={`${text.discussionCount(group.discussionCount)} · ${text.lastActivity(dateInWords(group.lastActivityAt, language))}`}
      actions={<MembershipButton group={group} />}
    />
  )
}
