/** What courses cost at this moment, with a code if there is one. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'
import type { Viewer } from './session.tsx'

/** `code` '': the prices without one. */
export const quoteQuery = (courseIds: readonly number[], code: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['quote', courseIds, code, viewer],
    queryFn: ({ signal }) =>
      call('quotePrices', { body: { courseIds: [...courseIds], ...(code && { code }) }, signal }),
    enabled: viewer !== 'unknown' && courseIds.length > 0,
    // Prices are refetched on every visit.
    staleTime: 0,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
