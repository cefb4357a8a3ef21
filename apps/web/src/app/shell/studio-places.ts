/** Which addresses belong to the studio: docs/decisions/interface.md. Loads with every page, so it stays short. */
import { createContext, useState } from 'react'

interface Place {
  pathname: string
  search: string
}

const inside =
  /^\/(studio(\/|$)|admin$|admin\/(?!register(\/|$))|platform$|course\/\d+\/(manage|people)(\/|$))/

/** Pages that the specification names; its bottom bar stays there. */
const specified = /^\/(admin|admin\/sales|course\/\d+\/manage)$/

const bare = (pathname: string) => pathname.replace(/(?<=.)\/$/, '')

/** Pages for those who teach or sell: a rail, and no footer. */
export const isInStudio = (pathname: string) => inside.test(bare(pathname))

/** Whether a phone shows the seller's bottom bar here, whatever was shown before. A tab in the address comes from the studio's links. */
const isSellersOwn = ({ pathname, search }: Place) =>
  !specified.test(bare(pathname)) || new URLSearchParams(search).has('tab')

/** Once shown, the seller's bar stays until the studio is left: a bar that changes from press to press misleads. */
export function useSellersBar(place: Place): boolean {
  const [isShown, setShown] = useState(false)
  const shows = isInStudio(place.pathname) && (isShown || isSellersOwn(place))
  if (shows !== isShown) setShown(shows)
  return shows
}

/** What the root has decided by useSellersBar. */
export const SellersBarContext = createContext(false)
