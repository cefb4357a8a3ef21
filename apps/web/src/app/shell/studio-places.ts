/** Decides which addresses belong to the studio: docs/decisions/interface.md. The module loads with every page, so it stays short. */
import { createContext, useState } from 'react'

interface Place {
  pathname: string
  search: string
}

const inside =
  /^\/(studio(\/|$)|admin$|admin\/(?!register(\/|$))|platform$|course\/\d+\/(manage|people)(\/|$))/

/** The specification names these pages, so its bottom bar stays there. */
const specified = /^\/(admin|admin\/sales|course\/\d+\/manage)$/

const bare = (pathname: string) => pathname.replace(/(?<=.)\/$/, '')

/** Returns whether the page is for people who teach or sell: it has a rail and no footer. */
export const isInStudio = (pathname: string) => inside.test(bare(pathname))

/**
 * Returns whether a phone shows the seller's bottom bar on this page, whatever came before. The studio's links put a tab into the
 * address.
 */
const isSellersOwn = ({ pathname, search }: Place) =>
  !specified.test(bare(pathname)) || new URLSearchParams(search).has('tab')

/** Keeps the seller's bar once shown until the studio is left, because a bar that changes between presses misleads. */
export function useSellersBar(place: Place): boolean {
  const [isShown, setShown] = useState(false)
  const shows = isInStudio(place.pathname) && (isShown || isSellersOwn(place))
  if (shows !== isShown) setShown(shows)
  return shows
}

/** The context holds the root's result of useSellersBar. */
export const SellersBarContext = createContext(false)
