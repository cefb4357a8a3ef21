import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'

/** Share of the player's place that is visible when it counts as seen. */
const seenShare = 0.2

/**
 * Whether a playing video was scrolled away, so that its player is shown small in a corner, until its place is seen again.
 */
export function useDocked(
  place: RefObject<HTMLElement | null>,
  mayDock: boolean,
): { docked: boolean; undock: () => void } {
  const [docked, setDocked] = useState(false)
  const onSight = useEffectEvent((seen: boolean) => {
    if (seen) setDocked(false)
    else if (mayDock) setDocked(true)
  })

  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new IntersectionObserver(
      (sights) => onSight((sights.at(-1)?.intersectionRatio ?? 1) >= seenShare),
      { threshold: seenShare },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])

  return { docked, undock: () => setDocked(false) }
}
