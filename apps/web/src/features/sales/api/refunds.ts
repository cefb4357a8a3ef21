import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export type ReviewState = 'open' | 'kept' | 'closed'

const pageSize = 50

/** The key starts with 'money', so that the query is invalidated together with the waiting numbers. */
export const reviewQuery = (viewer: Viewer, state: ReviewState) =>
  pagedQuery({
    queryKey: ['money', viewer, 'review', state],
    readPage: (cursor, signal) =>
      call('listPaymentExceptions', { query: { limit: pageSize, state, cursor }, signal }),
  })

/** Lists the exceptions of an order in all states, those included that the platform decides. */
export const orderExceptionsQuery = (viewer: Viewer, orderId: string) =>
  queryOptions({
    queryKey: ['money', viewer, 'review-of-order', orderId],
    queryFn: async ({ signal }) =>
      (await call('listPaymentExceptions', { query: { limit: pageSize, orderId }, signal })).data,
  })

export const openRequestsQuery = (viewer: Viewer) =>
  pagedQuery({
    queryKey: ['money', viewer, 'refund-requests'],
    readPage: (cursor, signal) =>
      call('listRefundRequests', { query: { limit: pageSize, state: 'open', cursor }, signal }),
  })

export const orderRefundsQuery = (viewer: Viewer, id: string) =>
  queryOptions({
    queryKey: ['order', viewer, id, 'refunds'],
    queryFn: async ({ signal }) => (await call('readOrderRefunds', { params: { id }, signal })).data,
  })

export const refundOptionsQuery = (viewer: Viewer, id: string) =>
  queryOptions({
    queryKey: ['payment', viewer, id, 'refund-options'],
    queryFn: async ({ signal }) => (await call('readRefundOptions', { params: { id }, signal })).data,
  })

/** Refetches the data that a decision about money changes: the order, the lists of waiting items and the inbox. */
export function useMoneyRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['money'] }),
      queries.invalidateQueries({ queryKey: ['order'] }),
      queries.invalidateQueries({ queryKey: ['inbox'] }),
    ])
}
