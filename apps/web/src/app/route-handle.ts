import type { RouteHandle } from './page-module.ts'

/** The handles of all matched routes as one, the innermost winning. */
export const handleOf = (
  matches: readonly { handle?: unknown; route?: { handle?: unknown } }[],
): RouteHandle =>
  Object.assign({}, ...matches.map((match) => match.handle ?? match.route?.handle ?? {})) as RouteHandle
