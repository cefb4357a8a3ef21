/**
 * Maps the name of each call to 'METHOD /path' below /api, from two generated lists (docs/decisions/calls.md). The
 * browser imports these lists and only the types of the entries in endpoints.ts.
 */
import { frontRoutes } from './routes.front.ts'
import { furtherRoutes } from './routes.further.ts'

export const routes = { ...frontRoutes, ...furtherRoutes } as const

export type RouteName = keyof typeof routes
