import { Avatar } from '@apogee/ui/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useFailureText } from '#web/platform/failure-text.ts'
import { ListEnd } from '#web/platform/list-end.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useViewer } from '#web/platform/session.tsx'
import { communityMessages } from '../messages/community.en.ts'
import { membersQuery } from '../api/community.ts'

export function GroupMembers({ groupId }: { groupId: number }) {
  const text = useText(communityMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const failureText = useFailureText()
  const members = useInfiniteQuery(membersQuery(groupId, useViewer()))
  if (members.isPending) {
    return (
      <Loading label={loading}>
        <SkeletonRows count={3} />
      </Loading>
    )
  }
  if (members.isLoadingError) {
    return (
      <ErrorState
        titleAs="h3"
        title={text.failed}
        text={failureText(members.error, text.tryLater)}
        action={<Button onClick={() => void members.refetch()}>{tryAgain}</Button>}
      />
    )
  }
  const shown = members.data.pages.flatMap((page) => page.data)
  return (
    <>
      <ul className="community-members">
        {shown.map((member) => (
          <li key={member.id}>
            <Avatar name={member.name} image={member.avatar} size="sm" />
            <span className="min-w-0">{member.name ?? text.unnamed}</span>
            {member.role === 'owner' ? <Badge tone="info">{text.owner}</Badge> : null}
          </li>
        ))}
      </ul>
      {members.hasNextPage ? (
        <ListEnd
          list={members}
          status={text.showingOf(shown.length, members.data.pages[0]?.meta.total ?? shown.length)}
          label={text.showMore}
        />
      ) : null}
    </>
  )
}
