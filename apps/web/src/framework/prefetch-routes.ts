/** Loads the code of likely next pages, and their first data if the page has a `prefetch`. */
import type { QueryClient } from '@tanstack/react-query'
import { matchesOf } from './matches.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import { watchLinks } from './link-watch.ts'
import { handleOf } from './route-handle.ts'
import type { RouteTable } from './route-table.ts'

interface Reader {
  queries: QueryClient
  viewer: () => Viewer
}

interface Prefetching extends Reader {
  table: RouteTable
}

/** Prefetching runs for the lifetime of the page. */
export function prefetchLikelyRoutes({ table, ...reader }: Prefetching): void {
  watchLinks(document, (url, interest) => {
    // A failure is ignored here, because opening the page loads it again and shows the failure.
    prefetchRoute(table, url, interest === 'meant' ? reader : null).catch(() => undefined)
  })
}

async function prefetchRoute(table: RouteTable, url: URL, reader: Reader | null): Promise<void> {
  const matches = matchesOf(await table.complete(), url.pathname)
  const page = await handleOf(matches).load?.()
  const viewer = reader?.viewer()
  if (!reader || !page?.prefetch || viewer === undefined || viewer === 'unknown') return
  await page.prefetch({ params: matches?.params ?? {}, url, queries: reader.queries, viewer })
}
