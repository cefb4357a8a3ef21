/**
 * Turns the server's query results into the browser's first query cache. A document contains no time, so that equal data gives
 * equal bytes. The time of the read is in the header `Server-Timing: read;dur=<ms since 1970>`.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

export type BootQueries = readonly (readonly [key: QueryKey, data: unknown])[]

/** Returns the successful queries of a rendering, in the order of the page's requests. */
export const bootQueriesOf = (queries: QueryClient): BootQueries =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])

/** `readAt` is in ms since 1970; 0 makes every query stale, so that its component refetches it. */
export function fillQueries(queries: QueryClient, boot: BootQueries, readAt: number): void {
  for (const [key, data] of boot) queries.setQueryData(key, data, { updatedAt: readAt })
}

/**
 * Returns the time at which the data of this document was read. The header is stored with the document, so it is also valid for a
 * cached document. Browsers without Server-Timing (Safari before 16.4) use the start of the visit, or 0 for a document restored
 * from the history.
 */
export function readAtOf(visit: PerformanceNavigationTiming | undefined): number {
  const header = visit?.serverTiming?.find(({ name }) => name === 'read')
  if (header) return header.duration
  return visit?.type === 'back_forward' ? 0 : Date.now() - performance.now()
}
