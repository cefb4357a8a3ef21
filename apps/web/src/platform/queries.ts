import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502)

export const createBrowserQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })

/** Without retries: a missing course must be a 404 at once. */
export const createServerQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity, gcTime: Infinity } } })
