/** Orders as their sellers see them: their own lines, never other sellers' lines of the same order. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { dayText } from '../calendar-text.ts'
import { orderStates } from './order-states.ts'
import { paymentStatuses } from './payment-statuses.ts'
import { answerOf, cents, endpoint, idInUrl, instant, listMeta, pageQuery } from '../endpoint.ts'
import { limit, searchText } from '../texts.ts'

/** The events of an order's history, oldest first. */
export const orderMoments = [
  'placed',
  'payment_opened',
  'paid',
  'access_given',
  'payment_failed',
  'payment_cancelled',
  'payment_expired',
  'paid_again',
  'held_for_review',
  'refunded',
  'refund_requested',
  'refund_declined',
  'refund_asked',
  'refund_done',
  'charged_back',
  'refund_failed',
  'refund_reversed',
  'review_decided',
] as const
export type OrderMoment = (typeof orderMoments)[number]

const line = z.object({
  courseId: z.int(),
  title: z.string(),
  /** Sen before any discount. */
  listPrice: cents,
  /** Sen taken off, by a sale and by a code. */
  discount: cents,
  /** Sen of SST inside the price. */
  tax: cents,
  /** Sen paid for it. */
  price: cents,
  /** Returned sen of the price, chargebacks included. */
  refunded: cents,
  /** The part of them that the buyer's bank took back. Absent: none. */
  chargedBack: z.optional(cents),
  status: z.enum(['open', 'granted', 'refunded']),
  /** The seller; null for callers who see their own orders only. */
  seller: z.nullable(z.string()),
})

export const sellerOrder = z.object({
  /** The order's public id. */
  id: z.string(),
  status: z.enum(paymentStatuses),
  /** Sum of the lines below, in sen: what the buyer owes or paid this seller. */
  amount: cents,
  currency: z.literal('MYR'),
  createdAt: instant,
  paidAt: z.nullable(instant),
  /** Null after the account was deleted. */
  buyer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /** The coupon code of the purchase, if it is the caller's own; superadmins see all codes. */
  code: z.nullable(z.string()),
  lines: z.array(line),
})
export type SellerOrder = z.infer<typeof sellerOrder>

/** What caused the request to the provider. */
const snapshotSources = ['callback', 'check', 'sweeper', 'refund', 'reconciliation', 'order'] as const

/** A refund or chargeback. */
const refund = z.object({
  state: z.enum(['waiting', 'planned', 'asking', 'pending', 'done', 'failed', 'reversed']),
  kind: z.enum(['lines', 'held', 'chargeback']),
  /** Sen of the lines shown. */
  amount: cents,
  reason: z.string(),
  at: instant,
  resolvedAt: z.nullable(instant),
})

export const sellerOrderDetail = z.object({
  ...sellerOrder.shape,
  /** The order has lines of other sellers, which are not listed here. */
  hasOtherSellers: z.boolean(),
  payments: z.array(
    z.object({
      status: z.enum(['created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded']),
      /**
       * `settled` paid this order, `surplus` came on top, `needs_review` waits for a decision; null: no money arrived.
       */
      outcome: z.nullable(z.enum(['settled', 'surplus', 'needs_review'])),
      /** Sen that arrived; null while none did, and when the payment covered other sellers' courses too. */
      amount: z.nullable(cents),
      openedAt: instant,
      paidAt: z.nullable(instant),
      /** Its id at the provider, if the payment went to an account of the caller. */
      purchaseId: z.nullable(z.string()),
      /** The provider's snapshots with changes; oldest first. */
      readings: z.array(
        z.object({
          at: instant,
          /** The provider's own status. */
          status: z.string(),
          broughtBy: z.enum(snapshotSources),
          /** Sen; null when the payment covered other sellers' courses too. */
          refundable: z.nullable(cents),
        }),
      ),
      /** Callbacks of the provider. */
      callbacks: z.array(
        z.object({
          at: instant,
          event: z.nullable(z.string()),
          deliveries: z.int(),
          handledAt: z.nullable(instant),
        }),
      ),
    }),
  ),
  refunds: z.array(refund),
  receipts: z.array(
    z.object({
      /** Its public id. */
      id: z.string(),
      kind: z.enum(['receipt', 'refund_note']),
      /** The printed number. */
      number: z.string(),
      amount: cents,
      issuedAt: instant,
    }),
  ),
  history: z.array(
    z.object({
      at: instant,
      what: z.enum(orderMoments),
      /** The person who acted; null for nobody, or somebody of the platform. */
      who: z.nullable(z.string()),
    }),
  ),
  /** Who opened this order, newest first. `name` null: somebody of the platform. */
  views: z.array(z.object({ at: instant, name: z.nullable(z.string()) })),
})
export type SellerOrderDetail = z.infer<typeof sellerOrderDetail>

/** Filters of a list of orders. Days are days in Asia/Kuala_Lumpur, both included. */
export const orderFilterFields = {
  /** `stateOfOrder` derives it from the lines that the caller sees. */
  status: z.optional(z.enum(orderStates)),
  /** Part of a course's title or the buyer's e-mail, or the start of the order's number. */
  search: z.optional(searchText),
  /** Day of ordering, yyyy-MM-dd. */
  from: z.optional(dayText()),
  to: z.optional(dayText()),
  courseId: z.optional(idInUrl),
  /** Filters by seller; only for callers who see all sellers. */
  sellerId: z.optional(idInUrl),
}

export const ordersEndpoints = {
  listOrders: endpoint({
    call: 'GET /orders',
    scope: 'orders:read',
    // The service selects the seller's own orders, and refuses instructors of a business.
    access: byRole('orders.read'),
    summary: 'Orders for the caller’s courses, newest first',
    query: z.object({ ...pageQuery, ...orderFilterFields }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(sellerOrder),
      meta: z.object({
        ...listMeta,
        /**
         * Totals of all orders that match the filter, from the ledger: sen paid, sen returned, and the part of them that banks took back.
         * Null when the total is capped.
         */
        paid: z.nullable(cents),
        refunded: z.nullable(cents),
        chargedBack: z.nullable(cents),
        /** What the same sellers were paid, and returned, by invoices, which are not in this list. Null: the list is filtered. */
        invoices: z.nullable(z.object({ paid: cents, refunded: cents })),
      }),
    }),
    refusals: ['ORDERS_OF_BUSINESS', 'ORDER_DAYS_REVERSED'],
  }),
  orderChoices: endpoint({
    call: 'GET /orders/choices',
    scope: 'orders:read',
    access: byRole('orders.read'),
    summary: 'Courses, and for superadmins sellers, that orders can be narrowed to',
    answer: answerOf(
      z.object({
        courses: z.array(z.object({ id: z.int(), title: z.string() })),
        sellers: z.array(z.object({ id: z.int(), name: z.string() })),
      }),
    ),
    refusals: ['ORDERS_OF_BUSINESS'],
  }),
  readOrder: endpoint({
    call: 'GET /orders/:id',
    scope: 'orders:read',
    access: byRole('orders.read'),
    summary: 'One order for the caller’s courses, with its payments and what happened when',
    params: z.object({ id: z.string().check(limit(200)) }),
    answer: answerOf(sellerOrderDetail),
    refusals: ['ORDER_NOT_FOUND', 'ORDERS_OF_BUSINESS'],
  }),
} as const
