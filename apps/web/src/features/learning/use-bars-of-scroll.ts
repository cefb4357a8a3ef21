import { useEffect } from 'react'

/** Moves of fewer px are not taken as a wish, such as those of a resting finger. */
const leastMove = 8

/**
 * Hides the phone's tab bar below a lesson's own bar when the reader scrolls down, and shows it again when the reader scrolls up.
 * It is shown before the first move, so that a page too short for scrolling always has it.
 */
export function useBarsOfScroll(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let last = scrollY
    const onScroll = () => {
      if (Math.abs(scrollY - last) < leastMove) return
      dataset['lessonScroll'] = scrollY < last ? 'up' : 'down'
      last = scrollY
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      delete dataset['lessonScroll']
    }
  }, [])
}
