import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502)

const minuteMs = 60_000

/** A page seen within half an hour is shown from memory; data older than half a minute are read again behind it. */
export const createBrowserQueryClient = (): QueryClient =>
  new QueryClient({
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
