/** Orders as those who sell see them: their own lines, never what else was in the basket. */
import * as z from 'zod/mini'
import { paymentStatuses } from './checkout.ts'
import { answerOf, cents, endpoint, instant, listAnswer, pageQuery } from './endpoint.ts'

/** What can be told of an order's life, oldest first. */
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
] as const
export type OrderMoment = (typeof orderMoments)[number]

const line = z.object({
  courseId: z.int(),
  title: z.string(),
  /** Sen paid for it. */
  price: cents,
  status: z.enum(['open', 'granted', 'refunded']),
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
  /** Null when the account was deleted. */
  buyer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  lines: z.array(line),
})
export type SellerOrder = z.infer<typeof sellerOrder>

export const sellerOrderDetail = z.object({
  ...sellerOrder.shape,
  /** The basket held courses of other sellers too; they are not shown here. */
  hasOtherSellers: z.boolean(),
  payments: z.array(
    z.object({
      status: z.enum(['created', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'refunded']),
      /** `settled` paid this order, `surplus` came on top, `needs_review` waits for a person; null: no money came. */
      outcome: z.nullable(z.enum(['settled', 'surplus', 'needs_review'])),
      /** Sen that arrived; null while none did, and where the payment covered other sellers' courses too. */
      amount: z.nullable(cents),
      openedAt: instant,
      paidAt: z.nullable(instant),
    }),
  ),
  history: z.array(z.object({ at: instant, what: z.enum(orderMoments) })),
})
export type SellerOrderDetail = z.infer<typeof sellerOrderDetail>

export const ordersEndpoints = {
  listOrders: endpoint({
    summary: 'Orders for the caller’s courses, newest first',
    query: z.object({
      ...pageQuery,
      status: z.optional(z.enum(paymentStatuses)),
      /** In a course's title or the buyer's e-mail. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    }),
    answer: listAnswer(sellerOrder),
    refusals: ['ORDERS_OF_BUSINESS'],
  }),
  readOrder: endpoint({
    summary: 'One order for the caller’s courses, with its payments and what happened when',
    params: z.object({ id: z.string().check(z.maxLength(200)) }),
    answer: answerOf(sellerOrderDetail),
    refusals: ['ORDER_NOT_FOUND', 'ORDERS_OF_BUSINESS'],
  }),
} as const
