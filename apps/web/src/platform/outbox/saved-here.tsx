import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { createStore, useStore } from '#web/platform/session/store.ts'
import { outboxMessages } from './outbox-messages.en.ts'
import { outboxOf, type Shown } from './outbox.ts'

const nobody = createStore<readonly Shown[]>([])

/** Returns the entries of the signed-in person's outbox. */
export function useOutbox(): readonly Shown[] {
  const viewer = useViewer()
  return useStore(typeof viewer === 'number' ? outboxOf(viewer).shown : nobody)
}

/** Indicates that an action waits for the connection. */
export function SavedHere() {
  const text = useText(outboxMessages)
  return (
    <span className="inline-flex items-center gap-1 text-sm text-tertiary">
      <Icon name="check" size="sm" />
      {text.savedHere}
    </span>
  )
}
