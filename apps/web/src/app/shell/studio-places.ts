/** Which addresses belong to the studio: docs/decisions/studio.md. Loads with every page, so it stays short. */

const inside =
  /^\/(studio(\/|$)|admin$|admin\/(?!register(\/|$))|platform$|course\/\d+\/(manage|people)(\/|$))/

/** Pages that the specification names; its bottom bar stays there. */
const specified = /^\/(admin|admin\/sales|course\/\d+\/manage)$/

const bare = (pathname: string) => pathname.replace(/(?<=.)\/$/, '')

/** Pages for those who teach or sell: a rail, and no footer. */
export const isInStudio = (pathname: string) => inside.test(bare(pathname))

/** Whether a phone shows the seller's bottom bar instead of the specification's. A tab in the address comes from the studio's links. */
export const hasSellersBar = ({ pathname, search }: { pathname: string; search: string }) =>
  isInStudio(pathname) && !(specified.test(bare(pathname)) && !new URLSearchParams(search).has('tab'))
