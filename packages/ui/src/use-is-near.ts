import { startTransition, useCallback, useState, type RefCallback } from 'react'

// Lists that scroll sideways would hide their next parts; browsers without `scrollMargin` show these when they appear.
const margins = { rootMargin: '100%', scrollMargin: '0px 100%' }

/** Whether the element with this `ref` has come within one window of what is shown; never on the server. */
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
