import { matchesOf } from '#web/framework/matches.ts'
import { AreaContext, defaultArea, FrameContext, handleOf } from '#web/framework/route-handle.ts'
import { useRouteTable } from '#web/framework/route-table.ts'
import { Matched, useLocation } from '#web/platform/router/router.tsx'
import { routeTable } from './route-table.ts'

/** Renders the matched page inside the shell. It requires a router and {@link Providers} on both sides. */
export function App() {
  const { pathname } = useLocation()
  const matches = matchesOf(useRouteTable(routeTable), pathname)
  const { area, frame } = handleOf(matches)
  return (
    <AreaContext value={area ?? defaultArea}>
      <FrameContext value={frame}>
        <Matched match={matches} />
      </FrameContext>
    </AreaContext>
  )
}
