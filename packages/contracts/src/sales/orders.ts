/** Shows sellers their own lines of orders, never other sellers' lines of the same order. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { dayText } from '../calendar-text.ts'
import { orderStates } from './order-states.ts'
import { paymentStatuses } from './payment-statuses.ts'
import { answerOf, cents, endpoint, idInUrl, instant, listMeta, pageQuery } from '../endpoint.ts'
import { limit, searchText } from '../texts.ts'

/** The events of an order's history run from the oldest to the newest. */
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
  /** The amount is in sen before any discount. */
  listPrice: cents,
  /** The discount in sen comes from a sale and a code. */
  discount: cents,
  /** The SST in sen is contained in the price. */
  tax: cents,
  price: cents,
  /** The returned sen of the price include chargebacks. */
  refunded: cents,
  /** The buyer's bank took this part of the refunded amount back. The field is absent when there is none. */
  chargedBack: z.optional(cents),
  status: z.enum(['open', 'granted', 'refunded']),
  /** Null means that the caller sees only their own orders. */
  seller: z.nullable(z.string()),
})

export const sellerOrder = z.object({
  /** Holds the public id of the order. */
  id: z.string(),
  status: z.enum(paymentStatuses),
  /** The amount is the sum of the lines below in sen, which the buyer owes or paid this seller. */
  amount: cents,
  currency: z.literal('MYR'),
  createdAt: instant,
  paidAt: z.nullable(instant),
  /** Null means that the account was deleted. */
  buyer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /** Holds the coupon code of the purchase if it is the caller's own. Superadmins see all codes. */
  code: z.nullable(z.string()),
  lines: z.array(line),
})
export type SellerOrder = z.infer<typeof sellerOrder>

/** The source names what caused the request to the provider. */
const snapshotSources = ['callback', 'check', 'sweeper', 'refund', 'reconciliation', 'order'] as const

/** The entry is a refund or a chargeback. */
const refund = z.object({
  state: z.enum(['waiting', 'planned', 'asking', 'pending', 'done', 'failed', 'reversed']),
  kind: z.enum(['lines', 'held', 'chargeback']),
  /** The amount in sen covers only the lines shown. */
  amount: cents,
  reason: z.string(),
  at: instant,
  resolvedAt: z.nullable(instant),
})

export const sellerOrderDetail = z.object({
  ...sellerOrder.shape,
  /** True means that the order has lines of other sellers, which are not listed here. */
  hasOtherSellers: z.boolean(),
  payments: z.array(
    z.object({
      status: z.enum(['created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded']),
      /**
       * `settled` means that the payment paid this order, `surplus` that it came on top, `needs_review` that it waits for a
       * decision. Null means that no money arrived.
       */
      outcome: z.nullable(z.enum(['settled', 'surplus', 'needs_review'])),
      /** The amount is in sen. Null means that no money arrived, or that the payment also covered other sellers' courses. */
      amount: z.nullable(cents),
      openedAt: instant,
      paidAt: z.nullable(instant),
      /** Holds the payment's id at the provider, if the payment went to an account of the caller. */
      purchaseId: z.nullable(z.string()),
      /** Lists the provider's snapshots that contain changes, oldest first. */
      readings: z.array(
        z.object({
          at: instant,
          /** Holds the provider's own status. */
          status: z.string(),
          broughtBy: z.enum(snapshotSources),
          /** The amount is in sen. Null means that the payment also covered other sellers' courses. */
          refundable: z.nullable(cents),
        }),
      ),
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
      id: z.string(),
      kind: z.enum(['receipt', 'refund_note']),
      number: z.string(),
      amount: cents,
      issuedAt: instant,
    }),
  ),
  history: z.array(
    z.object({
      at: instant,
      what: z.enum(orderMoments),
      /** The name belongs to the person who acted. Null means that no person acted, or that a person of the platform did. */
      who: z.nullable(z.string()),
    }),
  ),
  /** Lists who opened this order, newest first. A null `name` means a person of the platform. */
  views: z.array(z.object({ at: instant, name: z.nullable(z.string()) })),
})
export type SellerOrderDetail = z.infer<typeof sellerOrderDetail>

/** Filters a list of orders. Days are days in Asia/Kuala_Lumpur, both included. */
export const orderFilterFields = {
  /** `stateOfOrder` derives the state from the lines that the caller sees. */
  status: z.optional(z.enum(orderStates)),
  /** Matches part of a course's title or of the buyer's e-mail, or the start of the order's number. */
  search: z.optional(searchText),
  /** The day of ordering has the format `yyyy-MM-dd`. */
  from: z.optional(dayText()),
  to: z.optional(dayText()),
  courseId: z.optional(idInUrl),
  /** Filters by seller. Only callers who see all sellers may use the filter. */
  sellerId: z.optional(idInUrl),
}

export const ordersEndpoints = {
  listOrders: endpoint({
    call: 'GET /orders',
    scope: 'orders:read',
    // The service selects the seller's own orders and refuses instructors of a business.
    access: byRole('orders.read'),
    summary: 'Orders for the caller’s courses, newest first',
    query: z.object({ ...pageQuery, ...orderFilterFields }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(sellerOrder),
      meta: z.object({
        ...listMeta,
        /**
         * Totals all orders that match the filter, from the ledger: sen paid, sen returned, and the part of them that banks took
         * back. Null means that the total is capped.
         */
        paid: z.nullable(cents),
        refunded: z.nullable(cents),
        chargedBack: z.nullable(cents),
        /**
         * Totals what invoices paid the same sellers and returned, which this list does not contain. Null means that the list is
         * filtered.
         */
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
