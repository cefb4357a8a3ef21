import { useCallback, type RefCallback, type RefObject } from 'react'

/**
 * A ref for what leaves the page when it is pressed: if the focus is in it then, the focus goes to `target`. For an element,
 * not for a router's link, which forgets what its ref answers.
 */
export function useFocusOnUnmount(target: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (leaving: HTMLElement | null) => () => {
      if (!leaving?.contains(document.activeElement)) return
      // What takes its place is on the page only after this.
      queueMicrotask(() => target.current?.focus())
    },
    [target],
  )
}
