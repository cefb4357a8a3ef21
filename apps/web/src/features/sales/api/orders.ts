import type { ShownOrderState } from '@apogee/contracts/sales/order-states.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface OrderFilter {
  status: ShownOrderState | ''
  search: string
  /** Days have the format yyyy-MM-dd, and ids are digits; '' means no restriction. */
  from: string
  to: string
  courseId: string
  sellerId: string
}

const pageSize = 50

export const isFiltered = (filter: OrderFilter): boolean => Object.values(filter).some((one) => one !== '')

export const ordersQuery = (viewer: Viewer, filter: OrderFilter) =>
  pagedQuery({
    queryKey: ['orders', viewer, filter],
    keepsRows: true,
    readPage: (cursor, signal) =>
      call('listOrders', { query: { limit: pageSize, ...given(filter), cursor }, signal }),
  })

/** Omits filters that are not set from the request. */
const given = ({ status, search, from, to, courseId, sellerId }: OrderFilter) => ({
  ...(status && { status }),
  ...(search && { search }),
  ...(from && { from }),
  ...(to && { to }),
  ...(courseId && { courseId }),
  ...(sellerId && { sellerId }),
})

export const choicesQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['orders', viewer, 'choices'],
    queryFn: ({ signal }) => call('orderChoices', { signal }),
    staleTime: 5 * 60_000,
  })

export const orderQuery = (viewer: Viewer, id: string) =>
  queryOptions({
    queryKey: ['order', viewer, id],
    queryFn: ({ signal }) => call('readOrder', { params: { id }, signal }),
  })
