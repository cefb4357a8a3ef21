import type { StudyGroup } from '@apogee/contracts/community/community.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { communityMessages } from '../../messages/community.en.ts'
import { useCommunityWrite } from '../../api/community.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'

/**
 * Joins or leaves a group; an owner first reads who becomes the new owner. `onPage` is set on the group's own page and gives longer
 * labels.
 */
export function MembershipButton({ group, onPage = false }: { group: StudyGroup; onPage?: boolean }) {
  const text = useText(communityMessages)
  const notify = useNotify()
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: group.id }
  const join = useCommunityWrite(() => call('joinGroup', { params }), text.actionFailed)
  const leave = useCommunityWrite(
    () => call('leaveGroup', { params }),
    group.membership === 'owner' ? undefined : text.actionFailed,
  )
  const leaveNow = () => leave.mutate(undefined, { onSuccess: () => notify({ text: text.left(group.name) }) })
  // Cards have equal buttons, so their accessible names include the group.
  const named = (verb: string) => (onPage ? {} : { 'aria-label': `${verb} ${group.name}` })
  if (group.membership === null) {
    return (
      <Button
        size={onPage ? 'md' : 'sm'}
        variant={onPage ? 'primary' : 'secondary'}
        {...named(text.join)}
        busy={join.isPending}
        onClick={() => join.mutate(undefined, { onSuccess: () => notify({ text: text.joined(group.name) }) })}
      >
        {onPage ? text.joinGroup : text.join}
      </Button>
    )
  }
  return (
    <>
      <Button
        size={onPage ? 'md' : 'sm'}
        variant="quiet"
        {...named(text.leave)}
        busy={leave.isPending && !isAsking}
        onClick={() => (group.membership === 'owner' ? setIsAsking(true) : leaveNow())}
      >
        {onPage ? text.leaveGroup : text.leave}
      </Button>
      {isAsking ? (
        <ConfirmStep
          step={leave}
          title={text.leaveAsOwner(group.name)}
          text={text.leaveAsOwnerText}
          action={text.leaveGroup}
          failed={text.actionFailed}
          notice={() => text.left(group.name)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  )
}
