import { useCallback, type RefCallback, type RefObject } from 'react'

/**
 * A ref for an element that disappears when it is pressed: if it contains the focus then, the focus moves to `target`.
 * For an element,
 * not for a router's link, which ignores its ref's return value.
 */
export function useFocusOnUnmount(target: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (leaving: HTMLElement | null) => () => {
      if (!leaving?.contains(document.activeElement)) return
      // Its replacement is rendered only after this.
      queueMicrotask(() => target.current?.focus())
    },
    [target],
  )
}
