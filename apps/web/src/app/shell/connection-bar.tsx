import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { newestCover } from '@apogee/ui/feedback/open-modals.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { SavedHere, useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { connectionMessages } from './messages/connection-messages.en.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { usePreferences } from '#web/platform/language/preferences.tsx'
import { useLocation } from '#web/platform/router/router.tsx'
import { storage } from '#web/platform/session/storage.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useIntention } from './use-intention.ts'
import { useUnsent } from './use-unsent.ts'

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

/** Returns whether unsent changes exist only in memory, because the browser blocks storage or has no space left. */
const useIsOnlyInMemory = (): boolean =>
  useSyncExternalStore(storage.watch, storage.isOnlyInMemory, () => false)

const RefusedDialog = lazyOnPress(async () => (await import('./refused-dialog.tsx')).RefusedDialog)

/**
 * Shows one line below the top bar while offline, and a notice when the connection returns. When a dialog hides the line, a notice
 * replaces it. Another line lists offline changes that the server rejects, and one says that the browser stores nothing.
 */
export function ConnectionBar() {
  const text = useText(connectionMessages)
  const notify = useNotify()
  const { session } = useSession()
  const { language } = usePreferences()
  const keptAt = session.state === 'signed-in' ? session.keptAt : undefined
  const isOnline = useIsOnline()
  const { pathname } = useLocation()
  const isQuiz = pathname.startsWith('/assessment/')
  useIntention(pathname)
  const isOnlyInMemory = useIsOnlyInMemory()
  useUnsent(isOnline)
  const unsent = useOutbox()
  const refused = unsent.filter(({ state }) => state === 'refused')
  const [showsRefused, setShowsRefused] = useState(false)
  const wasLost = useRef(false)
  useEffect(() => {
    if (isOnline && wasLost.current) notify({ text: text.back })
    // An open dialog or a full-screen element hides the line, so a notice announces the lost connection.
    if (!isOnline && !wasLost.current && newestCover()) notify({ tone: 'warning', text: text.lost })
    wasLost.current = !isOnline
  }, [isOnline, notify, text])
  return (
    <div className="shell-connection" aria-live="polite">
      {isOnline && keptAt === undefined ? null : (
        <p className="ap-wrap">
          <Icon name="info" size="sm" />
          <span>
            {keptAt === undefined
              ? text.lost
              : isQuiz
                ? text.keptQuiz
                : text.kept(dateInWords(new Date(keptAt).toISOString(), language))}
          </span>
          {unsent.some(({ state }) => state === 'waits') ? <SavedHere /> : null}
        </p>
      )}
      {isOnlyInMemory ? (
        <p className="ap-wrap">
          <Icon name="alert" size="sm" />
          <span>{session.state === 'signed-in' ? text.keepsNoSession : text.keepsNothing}</span>
        </p>
      ) : null}
      {refused.length > 0 ? (
        <p className="ap-wrap">
          <Icon name="alert" size="sm" />
          <span>{text.refused(refused.length)}</span>
          <Button size="sm" variant="quiet" onClick={() => setShowsRefused(true)}>
            {text.showRefused}
          </Button>
        </p>
      ) : null}
      {showsRefused ? <RefusedDialog refused={refused} onClose={() => setShowsRefused(false)} /> : null}
    </div>
  )
}
