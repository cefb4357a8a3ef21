/** What courses cost at this moment, with a code if there is one. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { chosenCohorts } from './chosen-starts.ts'
import { call } from './client.ts'
import type { Viewer } from './session.tsx'

/** `code` '': the prices without one. `starts`: of the chosen cohorts. */
export const quoteQuery = (
  courseIds: readonly number[],
  code: string,
  viewer: Viewer,
  starts: ReturnType<typeof chosenCohorts> = [],
) =>
  queryOptions({
    queryKey: ['quote', courseIds, code, viewer, ...(starts.length > 0 ? [starts] : [])],
    queryFn: ({ signal }) =>
      call('quotePrices', {
        body: {
          courseIds: [...courseIds],
          ...(code && { code }),
          ...(starts.length > 0 && { cohorts: starts }),
        },
        signal,
      }),
    enabled: viewer !== 'unknown' && courseIds.length > 0,
    // Prices are refetched on every visit.
    staleTime: 0,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
