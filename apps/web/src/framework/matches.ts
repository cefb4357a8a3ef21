import { matchRoutes, type Match } from '#web/platform/router/match-routes.ts'
import type { PageRoute, RouteHandle } from './page-module.ts'

export type Matches = Match<RouteHandle> | null

/** The latest paths of each table; the server sees made-up ones too. */
const mostPaths = 500
const kept = new WeakMap<readonly PageRoute[], Map<string, Matches>>()

/** The matched routes of a path. Results are kept: what is drawn for equal matches is not drawn again. */
export function matchesOf(routes: readonly PageRoute[], pathname: string): Matches {
  const known = kept.get(routes) ?? new Map<string, Matches>()
  kept.set(routes, known)
  const found = known.get(pathname)
  if (found !== undefined) return found
  const matches = matchRoutes(routes, pathname)
  if (known.size >= mostPaths) known.clear()
  known.set(pathname, matches)
  return matches
}
