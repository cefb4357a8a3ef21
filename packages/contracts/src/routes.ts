/**
 * All calls, name → 'METHOD /path' below /api: two generated lists (docs/decisions/calls.md). The browser imports these and
 * only the types of the entries in endpoints.ts.
 */
import { frontRoutes } from './routes.front.ts'
import { furtherRoutes } from './routes.further.ts'

export const routes = { ...frontRoutes, ...furtherRoutes } as const

export type RouteName = keyof typeof routes
