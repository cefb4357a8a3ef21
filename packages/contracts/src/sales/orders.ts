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
  /** Names the bundle in which the course was bought. Null or absent means by itself. */
  bundle: z.optional(z.nullable(z.string())),
  /** The amount is in sen before any discount. */
  listPrice: cents,
  /** The discount in sen comes from a sale and a code. */
  discount: cents,
  /** The SST in sen is contained in the price. */
  tax: cents,
  price: cents,
  /** Holds the part of the price in sen that went back to the buyer, chargebacks included. */
  refunded: cents,
  /** The buyer's bank took this part of the refunded amount back. The field is absent when there is none. */
  chargedBack: z.optional(cents),
  status: z.enum(['open', 'granted', 'refunded']),
  /** Holds the name of the seller. It is null when the caller sees only their own orders. */
  seller: z.nullable(z.string()),
})

export const sellerOrder = z.object({
  /** Holds the public id of the order. */
  id: z.string(),
  status: z.enum(paymentStatuses),
  /** Holds the sum of the lines below in sen, which the buyer owes or has paid to this seller. */
  amount: cents,
  currency: z.literal('MYR'),
  createdAt: instant,
  paidAt: z.nullable(instant),
  /** Null means that the account was deleted. */
  buyer: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()), email: z.string() })),
  /** Holds the coupon code of the purchase, if it is a code of the caller's seller. Superadmins see every code. */
  code: z.nullable(z.string()),
  /**
   * Says whether the recipient of a gift has taken it. The field is absent from orders that are no gifts, are not paid, or were
   * refunded before anybody took them.
   */
  gift: z.optional(z.enum(['waiting', 'taken'])),
  lines: z.array(line),
})
export type SellerOrder = z.infer<typeof sellerOrder>

/** Says what made us ask the provider for the snapshot. */
const snapshotSources = ['callback', 'check', 'sweeper', 'refund', 'reconciliation', 'order'] as const

/** Describes a refund or a chargeback of the order. */
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
       * `settled`: the payment paid this order. `surplus`: another payment had already paid it. `needs_review`: the money waits for
       * a decision. Null means that no money arrived.
       */
      outcome: z.nullable(z.enum(['settled', 'surplus', 'needs_review'])),
      /** Holds the paid sen. Null means that no money arrived, or that the payment also covers courses of other sellers. */
      amount: z.nullable(cents),
      openedAt: instant,
      paidAt: z.nullable(instant),
      /** Holds the payment's id at the provider. It is null when the payment did not go to an account of the caller. */
      purchaseId: z.nullable(z.string()),
      /** Lists the provider's snapshots that differ from the one before, oldest first. */
      readings: z.array(
        z.object({
          at: instant,
          /** Holds the provider's own status. */
          status: z.string(),
          broughtBy: z.enum(snapshotSources),
          /** Holds the sen that can still be refunded. Null means that the payment also covers courses of other sellers. */
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
      /**
       * Holds the name of the person who acted. Null means that no person acted, that the account was erased, or, for sellers, that
       * somebody of the platform acted.
       */
      who: z.nullable(z.string()),
    }),
  ),
  /** Lists the last 20 views of this order, newest first. A null `name` means an erased account or, for sellers, the platform. */
  views: z.array(z.object({ at: instant, name: z.nullable(z.string()) })),
})
export type SellerOrderDetail = z.infer<typeof sellerOrderDetail>

/** Filters a list of orders. Days are days in Asia/Kuala_Lumpur, both included. */
export const orderFilterFields = {
  /** Filters by the state that `stateOfOrder` derives from the lines that the caller sees. */
  status: z.optional(z.enum(orderStates)),
  /**
   * Matches a part of a course's title, the whole e-mail address of the buyer, the beginning of the order's number, or the number of
   * a receipt or refund note.
   */
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
         * Holds the sums of all orders that match the filter, from the ledger: the sen that were paid, that went back in any way,
         * that banks took back, and that the platform keeps as its fees. Null means that the list is too long to be summed.
         */
        paid: z.nullable(cents),
        refunded: z.nullable(cents),
        chargedBack: z.nullable(cents),
        fees: z.nullable(cents),
        /** Holds the sums of the same sellers' invoices, which this list does not contain. Null means that the list is filtered. */
        invoices: z.nullable(z.object({ paid: cents, refunded: cents, fees: cents })),
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
