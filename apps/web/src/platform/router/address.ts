/** Holds the parts of a URL below the origin. `search` starts with ? and `hash` with #, or they are empty. */
export interface Path {
  pathname: string
  search: string
  hash: string
}

/** Describes a history entry with its URL and state. The first entry of a document has the key `default`. */
export interface Location extends Path {
  state: unknown
  key: string
}

/** Names a target: `/path?query#fragment`, only `?query` or `#fragment` of the current page, or the parts of a URL. */
export type To = string | Partial<Path>

/** Returns true for targets that this router cannot show, such as another site or `mailto:`. */
export const isForeign = (to: To): to is string =>
  typeof to === 'string' && /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(to)

const parse = (address: string): Partial<Path> => {
  const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(address) ?? []
  return { ...(pathname && { pathname }), ...(search && { search }), ...(hash && { hash }) }
}

const withMark = (mark: string, part = ''): string =>
  part === '' || part === mark ? '' : part.startsWith(mark) ? part : mark + part

/** Resolves a target relative to a page. The result always stays on this origin, because its path never starts with two slashes. */
export function resolve(to: To, currentPathname: string): Path {
  const { pathname, search, hash } = typeof to === 'string' ? parse(to) : to
  return {
    pathname: pathname ? `/${pathname}`.replace(/[\\/]{2,}/g, '/') : currentPathname,
    search: withMark('?', search),
    hash: withMark('#', hash),
  }
}

export const addressOf = ({ pathname, search, hash }: Path): string => pathname + search + hash
