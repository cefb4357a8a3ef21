/** The parts of an address below the origin; `search` starts with ? and `hash` with #, or they are empty. */
export interface Path {
  pathname: string
  search: string
  hash: string
}

/** A history entry: its address, and what was pushed with it. The first entry of a document has the key `default`. */
export interface Location extends Path {
  state: unknown
  key: string
}

/** A target: `/path?query#fragment`, or only `?query` or `#fragment` of the current page; or its parts. */
export type To = string | Partial<Path>

/** Another site, a `mailto:`: nothing that this router can show. */
export const isForeign = (to: To): to is string =>
  typeof to === 'string' && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(to)

const parse = (address: string): Partial<Path> => {
  const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(address) ?? []
  return { ...(pathname && { pathname }), ...(search && { search }), ...(hash && { hash }) }
}

const withMark = (mark: string, part = ''): string =>
  part === '' || part === mark ? '' : part.startsWith(mark) ? part : mark + part

/** The target as seen from a page. A path always stays on our origin: it never starts with two slashes. */
export function resolve(to: To, currentPathname: string): Path {
  const { pathname, search, hash } = typeof to === 'string' ? parse(to) : to
  return {
    pathname: pathname ? `/${pathname}`.replace(/[\\/]{2,}/g, '/') : currentPathname,
    search: withMark('?', search),
    hash: withMark('#', hash),
  }
}

export const addressOf = ({ pathname, search, hash }: Path): string => pathname + search + hash
