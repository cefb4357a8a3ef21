import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's markup and while hydrating, then true: for what only the browser knows (cart, stored ids). */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
