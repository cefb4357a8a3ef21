import { useCallback, type RefCallback, type RefObject } from 'react'

/**
 * Returns a ref for an element that disappears when it is pressed. If the element then contains the focus, the focus moves to
 * `target`. The ref does not work on a router's link, which ignores its ref's return value.
 */
export function useFocusOnUnmount(target: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (leaving: HTMLElement | null) => () => {
      if (!leaving?.contains(document.activeElement)) return
      // The replacement is rendered only after the unmount.
      queueMicrotask(() => target.current?.focus())
    },
    [target],
  )
}
