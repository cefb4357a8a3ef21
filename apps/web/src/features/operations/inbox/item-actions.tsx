import type { InboxItem } from '@apogee/contracts/operations/inbox.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { inboxMessages } from '../messages/inbox.en.ts'
import { canBePutAway, type useHiding } from './use-hiding.tsx'
import './inbox.css'

/** Hides the open item until tomorrow, or puts it away. */
export function ItemActions({ item, hiding }: { item: InboxItem; hiding: ReturnType<typeof useHiding> }) {
  const text = useText(inboxMessages)
  const until = hiding.variables?.until
  return (
    <p className="inbox-actions">
      <Button
        size="sm"
        icon="clock"
        busy={hiding.isPending && until === 'tomorrow'}
        busyLabel={text.working}
        aria-keyshortcuts="T"
        onClick={() => hiding.mutate({ item, until: 'tomorrow' })}
      >
        {text.tomorrow}
      </Button>
      {canBePutAway(item) ? (
        <Button
          size="sm"
          icon="check"
          busy={hiding.isPending && until === 'done'}
          busyLabel={text.working}
          aria-keyshortcuts="E"
          onClick={() => hiding.mutate({ item, until: 'done' })}
        >
          {text.putAway}
        </Button>
      ) : null}
    </p>
  )
}
