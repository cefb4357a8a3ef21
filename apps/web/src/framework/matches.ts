import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router'

export type Matches = readonly RouteMatch<string, RouteObject>[] | null

/** The latest paths of each table; the server sees made-up ones too. */
const mostPaths = 500
const kept = new WeakMap<readonly RouteObject[], Map<string, Matches>>()

/** The matched routes of a path. Results are kept: the router compiles the patterns of all routes for each match. */
export function matchesOf(routes: RouteObject[], pathname: string): Matches {
  const known = kept.get(routes) ?? new Map<string, Matches>()
  kept.set(routes, known)
  const found = known.get(pathname)
  if (found !== undefined) return found
  const matches = matchRoutes(routes, pathname)
  if (known.size >= mostPaths) known.clear()
  known.set(pathname, matches)
  return matches
}
