/** Decides which bottom bar a phone shows: docs/decisions/interface.md. The module loads with every page, so it stays short. */
import { createContext, useState } from 'react'
import { useFrame } from '#web/framework/route-handle.ts'

/**
 * Returns whether a phone shows the seller's bar. Once shown, it stays until the person leaves the studio, because a bar that changes
 * between presses is confusing. Links of the studio to pages whose bar the specification defines add a `tab` parameter.
 */
export function useSellersBar(search: string): boolean {
  const frame = useFrame()
  const [isShown, setShown] = useState(false)
  const shows =
    frame === 'studio' || (frame !== undefined && (isShown || new URLSearchParams(search).has('tab')))
  if (shows !== isShown) setShown(shows)
  return shows
}

/** Provides the root's result of `useSellersBar`. */
export const SellersBarContext = createContext(false)
