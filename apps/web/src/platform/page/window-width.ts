/** Tells which arrangement of a page fits the window, for parts whose controls differ and not only their styles. */
import { useSyncExternalStore } from 'react'

/** `phone` and `tablet` end where the styles' media queries do. */
export type WindowWidth = 'phone' | 'tablet' | 'wide'

const widthNow = (): WindowWidth => (innerWidth <= 760 ? 'phone' : innerWidth <= 1100 ? 'tablet' : 'wide')

function watch(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** The server does not know the window, so this hook is only for parts that the browser renders. */
export const useWindowWidth = (): WindowWidth => useSyncExternalStore(watch, widthNow, () => 'wide')
