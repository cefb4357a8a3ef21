import type { PayoutGroup } from '@apogee/contracts/accounting/payouts.ts'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import { ledgerKey } from './accounting.ts'

/** The key begins with `ledgerKey`, because a payment changes both the payouts and the books. */
export const payoutsQuery = (viewer: Viewer, group: PayoutGroup) =>
  pagedQuery({
    queryKey: [...ledgerKey, viewer, 'payouts', group],
    readPage: (cursor, signal) => call('listPayouts', { query: { group, limit: 20, cursor }, signal }),
  })

/** Creates an idempotency key once per form, so that a repeated submission takes effect once. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
