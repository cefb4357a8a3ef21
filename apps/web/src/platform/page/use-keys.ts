import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { newestModal } from '@apogee/ui/feedback/open-modals.ts'
import { useEffect, useEffectEvent } from 'react'

const typedInto =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Runs what belongs to a key, unless the person types, a dialog is open, or the key belongs to the browser. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest(typedInto) !== null
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || newestModal() !== null) return
    const run = keys[pressedKey(event).toLowerCase()]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
