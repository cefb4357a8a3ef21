import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#web/platform/language/messages.ts'
import { studioMessages } from './messages/studio-messages.en.ts'
import './search-button.css'

const load = () => import('./studio-search.tsx')
const StudioSearch = lazyOnPress(async () => (await load()).StudioSearch)
/** A press tries again what a hover could not load. */
const loadAhead = () => void load().catch(() => undefined)

const isApple = () => /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)

/** Returns whether the keys ask for the search: Ctrl or ⌘ with K, if nothing else has taken them. */
function asksForSearch(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
  return (
    pressedKey(event).toLowerCase() === 'k' &&
    ctrlKey !== metaKey &&
    !altKey &&
    !shiftKey &&
    !defaultPrevented &&
    // Another dialog may hold what was typed, so the search does not open above it.
    !document.querySelector('dialog[open]')
  )
}

/** Opens the search of the studio on each of its pages by keys, by a button in the top bar on wide windows, and by `button` on phones. */
export function useStudioSearch(user: CurrentUser): { button: ReactNode; search: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  useEffect(() => {
    setBar(document.getElementById('studio-tools'))
    const press = (event: KeyboardEvent) => {
      // The code of the search starts to load at the first of the two keys, so that the dialog is open in time for letters that are
      // typed right after the second key.
      if (['Control', 'Meta'].includes(pressedKey(event))) loadAhead()
      if (!asksForSearch(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const open = () => setIsOpen(true)
  return {
    button: <OpenSearch place="menu" onOpen={open} />,
    search: (
      <>
        {bar ? createPortal(<OpenSearch place="bar" onOpen={open} />, bar) : null}
        {isOpen ? <StudioSearch user={user} onClose={() => setIsOpen(false)} /> : null}
      </>
    ),
  }
}

/** CSS shows one of the two buttons. */
function OpenSearch({ place, onOpen }: { place: 'menu' | 'bar'; onOpen: () => void }) {
  const text = useText(studioMessages)
  return (
    <button
      type="button"
      className="studio-find"
      data-place={place}
      aria-haspopup="dialog"
      aria-label={text.search}
      aria-keyshortcuts="Control+K Meta+K"
      title={text.search}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onTouchStart={loadAhead}
      onClick={onOpen}
    >
      <Icon name="search" />
      <span className="studio-find-words" aria-hidden="true">
        {text.find}
      </span>
      {/* CSS draws the keys. As a text they would be a part of the visible label that the accessible name lacks, and people who use
          speech control could not press the button by its label. */}
      <span
        className="studio-find-keys"
        data-keys={isApple() ? text.keysOfApple : text.keys}
        aria-hidden="true"
      />
    </button>
  )
}
