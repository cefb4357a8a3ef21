import { matchRoutes, type Match } from '#web/platform/router/match-routes.ts'
import type { PageRoute, RouteHandle } from './page-module.ts'

export type Matches = Match<RouteHandle> | null

/** Each table caches only the latest paths, because the server also receives invented ones. */
const mostPaths = 500
const kept = new WeakMap<readonly PageRoute[], Map<string, Matches>>()

/** Returns the matched routes of a path. Results are cached, because equal matches are not rendered again. */
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
