/** Loads the current prices of courses, with an optional code. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { chosenCohorts } from './cohort-choice.ts'
import { call } from '../../platform/transfer/client.ts'
import type { Viewer } from '../../platform/session/session.tsx'

/** An empty `code` loads the prices without one. `starts` are the chosen cohorts, and `bundleIds` are bought beside the courses. */
export const quoteQuery = (
  courseIds: readonly number[],
  code: string,
  viewer: Viewer,
  starts: ReturnType<typeof chosenCohorts> = [],
  bundleIds: readonly number[] = [],
) =>
  queryOptions({
    queryKey: ['quote', courseIds, code, viewer, ...(starts.length > 0 ? [starts] : []), ...bundleIds],
    queryFn: ({ signal }) =>
      call('quotePrices', {
        body: {
          courseIds: [...courseIds],
          ...(bundleIds.length > 0 && { bundleIds: [...bundleIds] }),
          ...(code && { code }),
          ...(starts.length > 0 && { cohorts: starts }),
        },
        signal,
      }),
    enabled: viewer !== 'unknown' && courseIds.length + bundleIds.length > 0,
    // Prices are refetched on every visit.
    staleTime: 0,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
