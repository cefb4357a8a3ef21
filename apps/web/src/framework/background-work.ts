/** Starts work after the first page is live and the browser is idle. */
import type { QueryClient } from '@tanstack/react-query'
import { viewerIn, type SessionStore } from '#web/platform/session/session.tsx'
import { prefetchLikelyRoutes } from './prefetch-routes.ts'
import { refreshRestoredPage } from './restored-page.ts'
import type { RouteTable } from './route-table.ts'

export interface BackgroundWork {
  queries: QueryClient
  session: SessionStore
  table: RouteTable
}

/** The work runs for the lifetime of the page. */
export function startBackgroundWork({ queries, session, table }: BackgroundWork): void {
  prefetchLikelyRoutes({ queries, viewer: () => viewerIn(session.store.getState()), table })
  refreshRestoredPage({ queries, checkSession: session.retry })
}
