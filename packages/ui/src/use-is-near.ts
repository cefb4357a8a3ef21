import { startTransition, useCallback, useState, type RefCallback } from 'react'

// `scrollMargin` also loads the next parts of lists that scroll sideways. In browsers without it, such a part loads when it becomes
// visible.
const margins = { rootMargin: '100%', scrollMargin: '0px 100%' }

/** Returns whether the element with this `ref` has come within one window of the visible area; always false on the server. */
export function useIsNear(): { isNear: boolean; watch: RefCallback<Element> } {
  const [isNear, setIsNear] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver((sights) => {
      if (sights.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setIsNear(true))
    }, margins)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { isNear, watch }
}
