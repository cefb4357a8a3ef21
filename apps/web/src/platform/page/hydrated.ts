import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Returns false in the server's markup and during hydration, and true afterwards. It guards data that only the browser has, such as
 * the cart.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
