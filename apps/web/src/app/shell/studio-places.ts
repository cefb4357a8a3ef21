/** Decides which addresses belong to the studio: docs/decisions/interface.md. The module loads with every page, so it stays short. */
import { createContext, useState } from 'react'

interface Place {
  pathname: string
  search: string
}

const inside =
  /^\/(studio(\/|$)|admin$|admin\/(?!register(\/|$))|platform$|course\/\d+\/(manage|people)(\/|$))/

/** The specification defines the bottom bar of these pages, so the seller's bar does not replace it there. */
const specified = /^\/(admin|admin\/sales|course\/\d+\/manage)$/

const bare = (pathname: string) => pathname.replace(/(?<=.)\/$/, '')

/** Returns whether the page is for people who teach or sell: it has a rail and no footer. */
export const isInStudio = (pathname: string) => inside.test(bare(pathname))

/**
 * Returns whether a phone shows the seller's bottom bar on this page, whichever page came before. Links of the studio add a `tab`
 * parameter.
 */
const isSellersOwn = ({ pathname, search }: Place) =>
  !specified.test(bare(pathname)) || new URLSearchParams(search).has('tab')

/**
 * Keeps the seller's bar, once shown, until the person leaves the studio, because a bar that changes between presses is confusing.
 */
export function useSellersBar(place: Place): boolean {
  const [isShown, setShown] = useState(false)
  const shows = isInStudio(place.pathname) && (isShown || isSellersOwn(place))
  if (shows !== isShown) setShown(shows)
  return shows
}

/** Provides the root's result of `useSellersBar`. */
export const SellersBarContext = createContext(false)
