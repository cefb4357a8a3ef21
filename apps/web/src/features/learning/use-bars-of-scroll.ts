import { useEffect } from 'react'

/** Moves of fewer px are not taken as a wish, such as those of a resting finger. */
const leastMove = 8

/** Shows the phone's tab bar below a lesson's own bar while the reader scrolls up, and hides it when the reader scrolls down. */
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
