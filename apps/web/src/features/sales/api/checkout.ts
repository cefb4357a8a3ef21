import { stateOfOrder } from '@apogee/contracts/sales/order-states.ts'
import { paymentFastPollPeriodMs, paymentPollMs, paymentSlowPollMs } from '@apogee/contracts/limits.ts'
import type { PurchaseFilter } from '@apogee/contracts/sales/purchase-filters.ts'
import type { Payment, PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** Returns whether the payment is undecided (docs/specification.md#4-states-and-transitions). */
export const isOpen = (status: PaymentStatus): boolean => status === 'created' || status === 'pending'

/** Returns whether the payment ended unpaid, so that its courses can be bought again. */
export const hasEndedUnpaid = (status: PaymentStatus): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'expired'

/**
 * Returns whether the order can be paid again. This is false while money is at a bank or waits for a decision. A gift may be of
 * courses that the buyer has.
 */
export const canBePaid = ({ status, lines, gift }: Payment): boolean =>
  (status === 'created' || hasEndedUnpaid(status)) &&
  lines.some((line) => line.status === 'open' && (gift || !line.owned))

export const refundedOf = ({ lines }: Payment): number => lines.reduce((sum, line) => sum + line.refunded, 0)

/** Returns whether a part of the payment, but not all, was refunded. */
export const isPartlyRefunded = (payment: Payment): boolean => stateOfOrder(payment) === 'partly_refunded'

/**
 * Loads the state of a purchase and polls while it is open: every 2 s for 2 minutes after `startedAt` (ms), then every 10 s
 * (docs/product-choices.md#buying). Returning to the tab refetches immediately.
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

/** Loads the buyer's details stored for the next checkout; null means that none are stored. */
export const buyerDetailsQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['buyer-details', viewer],
    queryFn: ({ signal }) => call('readBuyerDetails', { signal }),
  })

export const paymentHistoryQuery = (userId: number, status: PurchaseFilter | null) =>
  pagedQuery({
    queryKey: ['payments', userId, status],
    readPage: (cursor, signal) =>
      call('paymentHistory', { params: { userId }, query: { ...(status && { status }), cursor }, signal }),
  })
