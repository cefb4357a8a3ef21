import { matchRoutes, useLocation, useRoutes } from 'react-router'
import { AreaContext, defaultArea, handleOf } from '#web/framework/route-handle.ts'
import { useRouteTable } from '#web/framework/route-table.ts'
import { routeTable } from './route-table.ts'

/** The matched page inside the shell. Needs a router and {@link Providers}, on both sides. */
export function App() {
  const location = useLocation()
  const routes = useRouteTable(routeTable)
  const { area } = handleOf(matchRoutes(routes, location))
  return <AreaContext value={area ?? defaultArea}>{useRoutes(routes)}</AreaContext>
}
