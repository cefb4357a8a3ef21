/** Reads and changes gifts (docs/glossary.md). */
import type { Quote } from '@apogee/contracts/pricing/pricing.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import type { GivenCourses } from '../given-courses.ts'

/** Loads what the courses cost as a gift. An empty `code` loads the prices without one. */
export const giftQuoteQuery = ({ courses, bundles }: GivenCourses, code: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['quote', 'gift', courses, bundles, code, viewer],
    queryFn: async ({ signal }): Promise<Quote> => {
      const { data } = await call('quotePrices', {
        body: {
          courseIds: [...courses],
          ...(bundles.length > 0 && { bundleIds: [...bundles] }),
          ...(code && { code }),
          gift: true,
        },
        signal,
      })
      return data
    },
    enabled: courses.length + bundles.length > 0,
    // Prices are refetched on every visit.
    staleTime: 0,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })

/** Loads a gift for its buyer. `id` is the id of the purchase. */
export const giftQuery = (id: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['gift', id, viewer],
    queryFn: ({ signal }) => call('readGift', { params: { id }, signal }),
  })

/** Loads what a code gives. The answer depends on who asks, such as on the courses that this person has. */
export const openedGiftQuery = (code: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['opened-gift', code, viewer],
    queryFn: ({ signal }) => call('openGift', { body: { code }, signal }),
    enabled: viewer !== 'unknown',
  })
