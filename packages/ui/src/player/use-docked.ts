import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'

/** The player counts as visible when this share of its area is in view. */
const seenShare = 0.2
/** The widest phone, in px, as in player.css. */
const phoneWidth = 760

/**
 * Returns whether a playing video was scrolled out of view. Its player is then shown small in a corner until its area is in view
 * again. On phones it is a bar at the top that covers nothing, so a paused video is shown there, too. `undocked` is true once the
 * player is back in its place.
 */
export function useDocked(
  place: RefObject<HTMLElement | null>,
  mayDock: boolean,
  playing: boolean,
): { docked: boolean; undocked: boolean; undock: () => void } {
  /** Null means that the player has not moved yet. */
  const [docked, setDocked] = useState<boolean | null>(null)
  const undock = () => setDocked((was) => was && false)
  const onSight = useEffectEvent((seen: boolean) => {
    if (seen) undock()
    else if (mayDock && (playing || innerWidth <= phoneWidth)) setDocked(true)
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

  return { docked: docked === true, undocked: docked === false, undock }
}
