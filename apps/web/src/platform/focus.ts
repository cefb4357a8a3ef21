import { useCallback, useEffect, useRef, type RefObject } from 'react'

/**
 * For a list whose rows can be deleted. Answers what to call when a row goes: once the focus has gone with it, the focus
 * goes to `target` (which has `tabIndex={-1}`), so that nobody starts again at the top of the page.
 */
export function useFocusWhenLost(target: RefObject<HTMLElement | null>): () => void {
  const isLost = useRef(false)
  // after every render: the row leaves the page before or after its dialog closes
  useEffect(() => {
    if (!isLost.current || document.activeElement !== document.body) return
    isLost.current = false
    target.current?.focus()
  })
  return useCallback(() => {
    isLost.current = true
  }, [])
}
