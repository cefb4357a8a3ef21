import type { PaymentStatus } from '@apogee/contracts/checkout.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { Viewer } from '#web/platform/session.tsx'

export interface OrderFilter {
  status: PaymentStatus | ''
  search: string
}

const pageSize = 50

export const ordersQuery = (viewer: Viewer, { status, search }: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: ['orders', viewer, status, search],
    queryFn: ({ pageParam, signal }) =>
      call('listOrders', {
        query: {
          limit: pageSize,
          ...(status && { status }),
          ...(search && { search }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

export const orderQuery = (viewer: Viewer, id: string) =>
  queryOptions({
    queryKey: ['order', viewer, id],
    queryFn: ({ signal }) => call('readOrder', { params: { id }, signal }),
  })
