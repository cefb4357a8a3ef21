import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export type CouponState = 'open' | 'archived'

const pageSize = 50

/** `sellerId` filters by seller for callers who see all sellers; empty means all sellers. */
export const couponsQuery = (viewer: Viewer, state: CouponState, sellerId: string) =>
  pagedQuery({
    queryKey: ['coupons', viewer, state, sellerId],
    readPage: (cursor, signal) =>
      call('listCoupons', {
        query: { limit: String(pageSize), state, ...(sellerId && { sellerId }), cursor },
        signal,
      }),
  })

/** Loads paid courses that a coupon can apply to: the business's, a lone instructor's own, or the platform's own. */
export const sellableCoursesQuery = ({ id, businessId }: CurrentUser) =>
  queryOptions({
    queryKey: ['courses', 'sellable', id],
    queryFn: ({ signal }) =>
      call('listCourses', {
        query: {
          limit: '100',
          price: 'paid',
          ...(businessId === null ? { createdBy: String(id) } : { businessId: 'own' }),
        },
        signal,
      }),
  })

export const ratesQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['rates', viewer],
    queryFn: ({ signal }) => call('readRates', { signal }),
  })

export const moneyBackQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['money-back', viewer],
    queryFn: ({ signal }) => call('readMoneyBack', { signal }),
  })

export const sellerRatesQuery = (search: string) =>
  pagedQuery({
    queryKey: ['platform', 'sellers', search],
    keepsRows: true,
    readPage: (cursor, signal) =>
      call('listSellerRates', { query: { limit: String(pageSize), search, cursor }, signal }),
  })
