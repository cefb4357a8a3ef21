import { useCallback, useEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the focus in a list whose rows can be deleted. Returns a function to call when a row is removed. If the focus was in that
 * row, it moves to `target` (which has `tabIndex={-1}`) instead of the top of the page.
 */
export function useFocusWhenLost(target: RefObject<HTMLElement | null>): () => void {
  const isLost = useRef(false)
  // The effect runs after every render, because the row may disappear before or after its dialog closes.
  useEffect(() => {
    if (!isLost.current || document.activeElement !== document.body) return
    isLost.current = false
    target.current?.focus()
  })
  return useCallback(() => {
    isLost.current = true
  }, [])
}
