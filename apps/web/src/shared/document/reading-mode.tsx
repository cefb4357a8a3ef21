import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { Button } from '@apogee/ui/button.tsx'
import { fullscreenIcon } from '@apogee/ui/player/player-icons.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '../../platform/language/messages.ts'
import { playerMessages } from '../lesson/player-messages.en.ts'
import './reading-mode.css'

/**
 * Shows a document on the whole screen. It uses the browser's full screen or, where web pages cannot use it (iPhones), covers the
 * page.
 */
export function ReadingMode({ action, children }: { action: ReactNode; children: ReactNode }) {
  const text = useText(playerMessages)
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const changed = () => setOpen(document.fullscreenElement === place.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  useEffect(() => {
    if (!isOpen) return
    // A browser may leave its full screen on Escape without sending the key event to the page.
    const close = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return
      if (document.fullscreenElement) void document.exitFullscreen()
      else setOpen(false)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isOpen])
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (isOpen) setOpen(false)
    else if (document.fullscreenEnabled) place.current?.requestFullscreen().catch(() => setOpen(true))
    else setOpen(true)
  }
  return (
    <div ref={place} className="reading-mode" data-open={isOpen || undefined}>
      {children}
      <p className="reading-mode-actions">
        <Button icon={isOpen ? 'close' : fullscreenIcon} onClick={toggle}>
          {isOpen ? text.exitReadingMode : text.readingMode}
        </Button>
        {action}
      </p>
    </div>
  )
}
