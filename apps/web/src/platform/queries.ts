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
 * TanStack lets an invalidation join a first load that is under way, so that a list could show what was stored before the
 * change. Here such a load starts again, and whoever awaits it gets the second answer.
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
          // Its failure is in the query's state.
          query.fetch().catch(noop)
        }
      }
    }
    return super.invalidateQueries(filters, options)
  }
}

/** A page seen within half an hour is shown from memory; data older than half a minute are read again behind it. */
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

/** Without retries: a missing course must be a 404 at once. */
export const createServerQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity, gcTime: Infinity } } })
