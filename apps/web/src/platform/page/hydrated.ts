import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns false in the server's markup and during hydration, then true; for data that only the browser has (cart, stored ids). */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
