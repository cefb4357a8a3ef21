import { paymentFastPollPeriodMs, paymentPollMs, paymentSlowPollMs } from '@apogee/contracts/limits.ts'
import type { Payment, PaymentStatus, PurchaseFilter } from '@apogee/contracts/sales/checkout.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { Viewer } from '#web/platform/session.tsx'

/** Still on its way (docs/specification.md#4-states-and-transitions). */
export const isOpen = (status: PaymentStatus): boolean => status === 'created' || status === 'pending'

/** Came to nothing: its courses can be bought again. */
export const isGivenUp = (status: PaymentStatus): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'expired'

/** Whether there is something left to pay: money at a bank, or waiting for a person, is not asked for a second time. */
export const canBePaid = ({ status, lines }: Payment): boolean =>
  (status === 'created' || isGivenUp(status)) && lines.some((line) => line.status === 'open' && !line.owned)

/** Sen that came back. */
export const refundedOf = ({ lines }: Payment): number => lines.reduce((sum, line) => sum + line.refunded, 0)

/** Something came back, and not everything. */
export const isPartlyRefunded = (payment: Payment): boolean =>
  payment.status === 'paid' && refundedOf(payment) > 0

/**
 * How a purchase stands, asked again while it is open: every 2 s for 2 minutes since `startedAt` (ms), then every 10 s
 * (docs/product-choices.md#buying). Coming back to the tab asks at once.
 */
export const paymentCheckQuery = (purchaseId: string, startedAt: number) =>
  queryOptions({
    queryKey: ['payment-check', purchaseId],
    queryFn: ({ signal }) => call('checkPayment', { params: { purchaseId }, signal }),
    enabled: purchaseId !== '',
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => {
      if (!state.data || !isOpen(state.data.status)) return false
      return Date.now() - startedAt < paymentFastPollPeriodMs ? paymentPollMs : paymentSlowPollMs
    },
  })

export const paymentQuery = (purchaseId: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['payment', purchaseId, viewer],
    queryFn: ({ signal }) => call('readPayment', { params: { id: purchaseId }, signal }),
  })

/** What the buyer asked to keep for the next checkout; null: nothing. */
export const buyerDetailsQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['buyer-details', viewer],
    queryFn: ({ signal }) => call('readBuyerDetails', { signal }),
  })

export const paymentHistoryQuery = (userId: number, status: PurchaseFilter | null) =>
  infiniteQueryOptions({
    queryKey: ['payments', userId, status],
    queryFn: ({ pageParam, signal }) =>
      call('paymentHistory', {
        params: { userId },
        query: { ...(status && { status }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })
