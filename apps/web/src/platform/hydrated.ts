import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's markup and during hydration, then true: for data of the browser only (cart, stored ids). */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
