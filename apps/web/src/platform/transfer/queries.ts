import {
  noop,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from './client.ts'

const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502)

const minuteMs = 60_000

/**
 * TanStack lets an invalidation join a running first load, so that a list could show data from before the change. This client
 * restarts such a load, and its callers get the second answer.
 */
class BrowserQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== 'none') {
      for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
        if (query.state.data === undefined) {
          void query.cancel({ silent: true })
          // A failure is ignored here, because the state of the query holds it.
          query.fetch().catch(noop)
        }
      }
    }
    return super.invalidateQueries(filters, options)
  }
}

/**
 * Creates the browser's query client. A page that was open within half an hour appears from the cache, and data older than half a
 * minute is refetched in the background.
 */
export const createBrowserQueryClient = (): QueryClient =>
  new BrowserQueryClient({
    defaultOptions: {
      queries: {
        staleTime: minuteMs / 2,
        gcTime: 30 * minuteMs,
        retry: isWorthRetrying,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })

/** Creates the server's query client without retries, because a missing course must be a 404 immediately. */
export const createServerQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity, gcTime: Infinity } } })
