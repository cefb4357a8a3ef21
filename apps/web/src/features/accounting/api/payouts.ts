import type { PayoutGroup } from '@apogee/contracts/accounting/payouts.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { Viewer } from '#web/platform/session.tsx'
import { ledgerKey } from './accounting.ts'

/** Begins with the key of the books: what moves money changes both. */
export const payoutsQuery = (viewer: Viewer, group: PayoutGroup) =>
  infiniteQueryOptions({
    queryKey: [...ledgerKey, viewer, 'payouts', group],
    queryFn: ({ pageParam, signal }) =>
      call('listPayouts', { query: { group, limit: 20, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })

/** Created once per form: what is sent twice is done once. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
