import type { LedgerFigure } from '@apogee/contracts/accounting/ledger-figures.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface BookFilter {
  /** Undefined means the caller's own book. */
  sellerId: number | undefined
  /** The format is '2026-11'; '' means all time. */
  month: string
  /** Days like '2026-11-24' apply if there is no month; '' means without a limit. */
  from: string
  to: string
  /** The list has the postings that this figure sums, or all of them. */
  show: LedgerFigure | ''
}

/** Tells whether the filter leaves a part of the book. */
export const isNarrowed = ({ month, from, to, show }: BookFilter): boolean =>
  [month, from, to, show].some((part) => part !== '')

export const periodAsked = ({ sellerId, month, from, to }: Omit<BookFilter, 'show'>) => ({
  ...(sellerId !== undefined && { sellerId }),
  ...(month && { month }),
  ...(!month && from && { from }),
  ...(!month && to && { to }),
})

/** Every cache key of the books begins with this prefix: all of them are invalidated when money moves. */
export const ledgerKey = ['ledger'] as const

export const ledgerQuery = (viewer: Viewer, { show: _, ...period }: BookFilter) =>
  queryOptions({
    queryKey: [...ledgerKey, viewer, 'summary', period],
    queryFn: async ({ signal }) => (await call('readLedger', { query: periodAsked(period), signal })).data,
  })

export const sstQuery = (viewer: Viewer, period: ReturnType<typeof periodAsked>) =>
  queryOptions({
    queryKey: [...ledgerKey, viewer, 'sst', period],
    queryFn: async ({ signal }) => (await call('readSstReturn', { query: period, signal })).data,
  })

export const statementQuery = (viewer: Viewer, filter: BookFilter) =>
  pagedQuery({
    queryKey: [...ledgerKey, viewer, 'statement', filter],
    keepsRows: true,
    readPage: (cursor, signal) =>
      call('listLedger', {
        query: { ...periodAsked(filter), ...(filter.show && { show: filter.show }), limit: 50, cursor },
        signal,
      }),
  })

export const balancesQuery = (viewer: Viewer, search: string) =>
  pagedQuery({
    queryKey: [...ledgerKey, viewer, 'balances', search],
    keepsRows: true,
    readPage: (cursor, signal) => call('listBalances', { query: { limit: 20, search, cursor }, signal }),
  })

/** The result is null when this viewer has no receipt. */
export const receiptQuery = (viewer: Viewer, id: string) =>
  queryOptions({
    queryKey: ['receipt', viewer, id],
    queryFn: async ({ signal }) => {
      try {
        return (await call('readReceipt', { params: { id }, signal })).data
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.errorCode === 'VALIDATION'))
          return null
        throw error
      }
    },
    staleTime: Infinity,
  })

export const receiptDetailsQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['receipt-details', viewer],
    queryFn: async ({ signal }) => (await call('readReceiptDetails', { signal })).data,
  })

export const payoutBankQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['payout-bank', viewer],
    queryFn: ({ signal }) => call('readPayoutBank', { signal }),
  })

/** Full account numbers are removed from memory when they are no longer shown. */
export const sellerPayoutBankQuery = (viewer: Viewer, sellerId: number) =>
  queryOptions({
    queryKey: ['seller-payout-bank', viewer, sellerId],
    queryFn: async ({ signal }) =>
      (await call('readSellerPayoutBank', { params: { id: sellerId }, signal })).data,
    gcTime: 0,
    retry: false,
  })

export const sellingQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['selling', viewer],
    queryFn: async ({ signal }) => (await call('readSelling', { signal })).data,
  })
