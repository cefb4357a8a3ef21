import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { communityMessages } from '../../messages/community.en.ts'
import { membersQuery } from '../../api/community.ts'
import '../community.css'

export function GroupMembers({ groupId }: { groupId: number }) {
  const text = useText(communityMessages)
  const failureText = useFailureText()
  return (
    <ListStates
      list={useInfiniteQuery(membersQuery(groupId, useViewer()))}
      skeletons={3}
      titleAs="h3"
      failed={text.failed}
      why={(error) => failureText(error, text.tryLater)}
      empty={null}
      shownOf={text.showingOf}
      more={text.showMore}
    >
      {(members) => (
        <ul className="community-members">
          {members.map((member) => (
            <li key={member.id}>
              <Avatar name={member.name} image={member.avatar} size="sm" />
              <span className="min-w-0">{member.name ?? text.unnamed}</span>
              {member.role === 'owner' ? <Badge tone="info">{text.owner}</Badge> : null}
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  )
}
