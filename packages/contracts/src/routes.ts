/**
 * The one list of calls: name → 'METHOD /path' below /api (docs/specification.md#7-calls, docs/api.md), in two halves for the browser’s sake.
 * Light on purpose: the browser imports these and only the *types* of the schemas, which endpoints.ts joins to them.
 */
import { frontRoutes } from './routes.front.ts'
import { furtherRoutes } from './routes.further.ts'

export const routes = { ...frontRoutes, ...furtherRoutes } as const

export type RouteName = keyof typeof routes
