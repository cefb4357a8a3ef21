import { Icon } from '@apogee/ui/icon.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useText } from '#web/platform/messages.ts'
import { connectionMessages } from './connection-messages.en.ts'
import { useUnsentNotes } from './use-unsent-notes.ts'

function watchConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

const useIsOnline = (): boolean =>
  useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )

/** One line below the top bar while there is no connection, and a notice when it is back. */
export function ConnectionBar() {
  const text = useText(connectionMessages)
  const notify = useNotify()
  const isOnline = useIsOnline()
  useUnsentNotes(isOnline)
  const wasLost = useRef(false)
  useEffect(() => {
    if (isOnline && wasLost.current) notify({ text: text.back })
    wasLost.current = !isOnline
  }, [isOnline, notify, text])
  return (
    <div className="shell-connection" aria-live="polite">
      {isOnline ? null : (
        <p className="ap-wrap">
          <Icon name="info" size="sm" />
          {text.lost}
        </p>
      )}
    </div>
  )
}
