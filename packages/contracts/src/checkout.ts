import * as z from 'zod/mini'
import { emailField } from './accounts.forms.ts'
import { addressForm } from './checkout.forms.ts'
import {
  answerOf,
  bareAnswer,
  cents,
  endpoint,
  idInBody,
  idInUrl,
  instant,
  listAnswer,
  pageQuery,
} from './endpoint.ts'
import { cartMaxCourses } from './limits.ts'

/** What a buyer is told of a purchase (design §2). */
export const paymentStatuses = [
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'needs_review',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * The public id of an order: random, never a secret that opens more than its status. Any short text may be asked for;
 * what no order can have is not found like every other unknown id (spec §4).
 */
const purchaseId = z.string().check(z.maxLength(200, 'is not a purchase id'))

export const payment = z.object({
  id: z.string(),
  status: z.enum(paymentStatuses),
  /** Sen. */
  amount: cents,
  currency: z.literal('MYR'),
  createdAt: instant,
  paidAt: z.nullable(instant),
  lines: z.array(
    z.object({
      courseId: z.int(),
      title: z.string(),
      price: cents,
      status: z.enum(['open', 'granted', 'refunded']),
    }),
  ),
  receiptUrl: z.nullable(z.string()),
})
export type Payment = z.infer<typeof payment>

export const checkoutEndpoints = {
  payForCourse: endpoint({
    summary: 'Start buying one course; a second press returns the open payment page',
    body: z.object({ courseId: idInBody, userId: z.optional(idInBody) }),
    answer: bareAnswer({ payment_url: z.string(), purchase_id: z.string() }),
    status: 201,
    refusals: [
      'NOT_YOURS',
      'COURSE_NOT_FOUND',
      'COURSE_ALREADY_OWNED',
      'SELLER_CANNOT_BE_PAID',
      'PAYMENT_PROVIDER_UNAVAILABLE',
    ],
  }),
  payForCart: endpoint({
    summary: 'Start buying the courses of a cart',
    body: z.object({
      courseIds: z
        .array(idInBody)
        .check(
          z.minLength(1, 'Your cart is empty'),
          z.maxLength(cartMaxCourses, 'At most 50 courses at once'),
        ),
      userId: z.optional(idInBody),
      customerInfo: z.object({ email: z.optional(emailField), ...addressForm.shape }),
    }),
    answer: bareAnswer({ payment_url: z.string(), payment_id: z.string() }),
    status: 201,
    refusals: [
      'NOT_YOURS',
      'COURSE_NOT_FOUND',
      'COURSE_ALREADY_OWNED',
      'ORDER_TOO_LARGE',
      'SELLER_CANNOT_BE_PAID',
      'PAYMENT_PROVIDER_UNAVAILABLE',
    ],
  }),
  checkPayment: endpoint({
    summary: 'How a purchase stands; needs no session',
    params: z.object({ purchaseId }),
    answer: bareAnswer({ status: z.enum(paymentStatuses) }),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  paymentHistory: endpoint({
    summary: 'The caller’s own purchases',
    params: z.object({ userId: idInUrl }),
    query: z.object(pageQuery),
    answer: listAnswer(payment),
    refusals: ['NOT_YOURS'],
  }),
  readPayment: endpoint({
    summary: 'One of the caller’s own purchases',
    params: z.object({ id: purchaseId }),
    answer: z.object({ ...answerOf(payment).shape, status: z.enum(paymentStatuses) }),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  paymentCallback: endpoint({
    summary: 'Where the payment provider tells of a purchase; signed, raw',
    params: z.object({ account: idInUrl }),
    accepts: 'raw',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['CALLBACK_NOT_SIGNED'],
  }),
} as const
