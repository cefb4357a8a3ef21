import { choreKinds } from '@apogee/contracts/operations/inbox-kinds.ts'
import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { useText } from '#web/platform/language/messages.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useInboxRefresh } from '../api/inbox.ts'
import { inboxMessages } from '../messages/inbox.en.ts'

type Until = 'tomorrow' | 'done' | 'now'

/** Nobody else waits for such an item, so its person may put it away without an answer. */
export const canBePutAway = (item: InboxItem): boolean => choreKinds.includes(item.kind)

/**
 * Hides items from this person: until tomorrow morning, or for good. The notice offers to undo it. `onHidden` opens the next item.
 */
export function useHiding(onHidden: () => void) {
  const text = useText(inboxMessages)
  const notify = useNotify()
  const refresh = useInboxRefresh()
  const hiding = useAnnouncedMutation({
    mutationFn: ({ item: { kind, ref }, until }: { item: InboxItem; until: Until }) =>
      call('hideInboxItem', { body: { kind, ref, until } }),
    failed: text.hideFailed,
    onSuccess: async (_, { item, until }) => {
      if (until === 'now') {
        await refresh()
        return
      }
      onHidden()
      const undo = (
        <Button size="sm" variant="quiet" onClick={() => hiding.mutate({ item, until: 'now' })}>
          {text.undo}
        </Button>
      )
      notify({ text: until === 'done' ? text.putAwayNow : text.tomorrowNow, link: undo })
      await refresh(item.id)
    },
  })
  return hiding
}
