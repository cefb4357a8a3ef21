/**
 * The data of a document: what the server read becomes the browser's first query cache. A document holds no time, so that
 * equal data make equal bytes; the header `Server-Timing: read;dur=<ms since 1970>` says when the data were read.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

export type BootQueries = readonly (readonly [key: QueryKey, data: unknown])[]

/** The successful queries of a rendering, in the order in which the page asked for them. */
export const bootQueriesOf = (queries: QueryClient): BootQueries =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])

/** `readAt` in ms since 1970; 0 makes every query stale, so that its component reads it again. */
export function fillQueries(queries: QueryClient, boot: BootQueries, readAt: number): void {
  for (const [key, data] of boot) queries.setQueryData(key, data, { updatedAt: readAt })
}

/**
 * When the data of this document were read. The header is stored with the document, so it also holds for one that the
 * browser kept. Browsers without Server-Timing (Safari before 16.4) take the start of the visit, and 0 for a document that
 * came back with the history.
 */
export function readAtOf(visit: PerformanceNavigationTiming | undefined): number {
  const header = visit?.serverTiming?.find(({ name }) => name === 'read')
  if (header) return header.duration
  return visit?.type === 'back_forward' ? 0 : Date.now() - performance.now()
}
