/** Refunds by sellers, refund requests by buyers, and payment exceptions. Amounts in sen. */
import * as z from 'zod/mini'
import { byRole, signedIn } from '../access.ts'
import {
  answerOf,
  cents,
  doneAnswer,
  endpoint,
  idInBody,
  instant,
  listAnswer,
  pageQuery,
} from '../endpoint.ts'
import { cartMaxCourses, type Role } from '../limits.ts'
import { moneyBack } from '../pricing/money-back.ts'
import { filledText, limit } from '../texts.ts'

/** `waiting`: a superadmin decides first, because the seller's balance does not cover it. */
export const refundStates = ['waiting', 'planned', 'asking', 'pending', 'done', 'failed', 'reversed'] as const
export type RefundState = (typeof refundStates)[number]

const publicId = z.string().check(limit(200))
const reasonField = filledText('is required', 1000)
const courseIds = z.array(idInBody).check(z.minLength(1, 'Choose at least one course'), limit(cartMaxCourses))

export const refund = z.object({
  id: z.string(),
  kind: z.enum(['lines', 'held', 'chargeback']),
  /** Requested here, or seen at the provider. */
  origin: z.enum(['asked', 'provider']),
  state: z.enum(refundStates),
  amount: cents,
  reason: z.string(),
  /** The provider's codes, or `no_trace`; null unless it failed. */
  failure: z.nullable(z.string()),
  createdAt: instant,
  resolvedAt: z.nullable(instant),
  lines: z.array(z.object({ courseId: z.int(), title: z.string(), amount: cents })),
})
export type Refund = z.infer<typeof refund>

export const requestStates = ['open', 'refunded', 'declined', 'withdrawn'] as const

const requestLine = z.object({ courseId: z.int(), title: z.string(), amount: cents })

export const refundRequest = z.object({
  id: z.string(),
  orderId: z.string(),
  state: z.enum(requestStates),
  reason: z.string(),
  answer: z.string(),
  createdAt: instant,
  answeredAt: z.nullable(instant),
  /** Null after the account was deleted. */
  buyer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  lines: z.array(requestLine),
})
export type RefundRequest = z.infer<typeof refundRequest>

/** Why a refund of a line cannot be requested; `open`: it can. */
export const askableStates = [
  'open',
  'not_promised',
  'too_late',
  'watched',
  'requested',
  'declined',
  'refunded',
  'free',
  'under_way',
  'waiting',
] as const

export const refundOptions = z.object({
  /** Deadline for requesting a refund of the last line; null while nothing is paid, or without a promise. */
  endsAt: z.nullable(instant),
  lines: z.array(
    z.object({
      courseId: z.int(),
      title: z.string(),
      amount: cents,
      state: z.enum(askableStates),
      /** The seller's promise at the time of the order. */
      moneyBack,
      /** Deadline for requesting a refund of this line; null while nothing is paid, or without a promise. */
      endsAt: z.nullable(instant),
      /** 0–100. */
      watchedPercent: z.int(),
    }),
  ),
  requests: z.array(z.omit(refundRequest, { buyer: true })),
})
export type RefundOptions = z.infer<typeof refundOptions>

export const orderRefunds = z.object({
  /** The buyer who receives the refund; null after the account was deleted. */
  buyer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /** The provider refunded money and nobody has named its courses yet; until then no other refund is possible. */
  isUnexplained: z.boolean(),
  lines: z.array(
    z.object({
      courseId: z.int(),
      title: z.string(),
      price: cents,
      /** The amount that can be refunded now; 0 while a refund of it is running. */
      refundable: cents,
    }),
  ),
  refunds: z.array(refund),
  requests: z.array(refundRequest),
})
export type OrderRefunds = z.infer<typeof orderRefunds>

/**
 * Why the exception was opened: `held` money that is not the order's, `surplus` paid twice, `unnamed_refund` refunded
 * at the provider for unknown courses, `chargeback` taken back by the bank, `money_back` returned after a refund,
 * `already_owned` paid for a course the buyer had, `refund_failed`, `refund_stuck` started at the provider and never
 * ended, `refund_over_balance` requested by a seller whose balance does not cover it.
 */
export const exceptionTopics = [
  'held',
  'surplus',
  'unnamed_refund',
  'chargeback',
  'money_back',
  'already_owned',
  'refund_failed',
  'refund_stuck',
  'refund_over_balance',
] as const
export type ExceptionTopic = (typeof exceptionTopics)[number]

/**
 * `give_back` the money · `apply` it to its order · `keep` it, with a reason · `name_lines` that it was refunded for ·
 * `close_access` · `keep_access` · `open_access` again · `leave_closed` · `dismiss` a failed refund ·
 * `was_made`, `not_made`: the outcome of a refund that the provider does not report itself ·
 * `approve_refund`, `decline_refund` for one that the seller's balance does not cover.
 */
export const exceptionChoices = [
  'give_back',
  'apply',
  'keep',
  'name_lines',
  'close_access',
  'keep_access',
  'open_access',
  'leave_closed',
  'dismiss',
  'was_made',
  'not_made',
  'approve_refund',
  'decline_refund',
] as const
export type ExceptionChoice = (typeof exceptionChoices)[number]

export const reviewStates = ['open', 'kept', 'closed'] as const

export const paymentException = z.object({
  id: z.string(),
  topic: z.enum(exceptionTopics),
  state: z.enum(reviewStates),
  /** The amount concerned. */
  amount: cents,
  /** Why the money is not the order's, or why the refund failed. */
  cause: z.nullable(z.string()),
  /** The choices that are possible now; empty while a refund is running. */
  choices: z.array(z.enum(exceptionChoices)),
  isRefunding: z.boolean(),
  openedAt: instant,
  decidedAt: z.nullable(instant),
  decidedBy: z.nullable(z.string()),
  choice: z.nullable(z.enum([...exceptionChoices, 'settled_itself'])),
  reason: z.string(),
  order: z.object({
    id: z.string(),
    total: cents,
    createdAt: z.nullable(instant),
    buyer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
    lines: z.array(
      z.object({
        courseId: z.int(),
        title: z.string(),
        price: cents,
        left: cents,
        status: z.enum(['open', 'granted', 'refunded']),
      }),
    ),
  }),
})
export type PaymentException = z.infer<typeof paymentException>

/** A superadmin's refund may take a seller's balance below zero; all other such refunds wait for approval. */
export const mayOverdraw = (caller: { role: Role }): boolean => caller.role === 'superadmin'
const decisionsOnRefunds: readonly ExceptionChoice[] = ['approve_refund', 'decline_refund', 'give_back']

export const refundsEndpoints = {
  refundOrder: endpoint({
    call: 'POST /payments/:id/refunds',
    openToSuspended: 'Buyers get their money back.',
    // The service answers 404 for the lines of another seller.
    access: { ...byRole('orders.read'), fresh: (_, caller) => mayOverdraw(caller) },
    summary: 'Give back what these courses of an order cost; their access ends, the other courses stay',
    params: z.object({ id: publicId }),
    body: z.object({
      courseIds,
      reason: reasonField,
      /** The amount that the form showed; another amount is refused. */
      expectedAmount: z.optional(cents),
    }),
    answer: answerOf(refund),
    status: 201,
    refusals: [
      'ORDER_NOT_FOUND',
      'ORDERS_OF_BUSINESS',
      'REFUND_NOT_POSSIBLE',
      'REFUND_IN_PROGRESS',
      'REFUND_UNEXPLAINED',
      'REFUND_AMOUNT_CHANGED',
      'REFUND_UNKNOWN_PAYMENT',
      'PAYMENT_PROVIDER_UNAVAILABLE',
    ],
  }),
  readOrderRefunds: endpoint({
    call: 'GET /orders/:id/refunds',
    scope: 'orders:read',
    access: byRole('orders.read'),
    summary: 'What was given back of an order’s courses, what can be, and what its buyer asks for',
    params: z.object({ id: publicId }),
    answer: answerOf(orderRefunds),
    refusals: ['ORDER_NOT_FOUND', 'ORDERS_OF_BUSINESS'],
  }),
  readRefundOptions: endpoint({
    call: 'GET /payments/:id/refund-options',
    // Another person's purchase does not exist.
    access: signedIn,
    summary: 'For which courses of an own purchase the money can be asked back, and what was asked before',
    params: z.object({ id: publicId }),
    answer: answerOf(refundOptions),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  requestRefund: endpoint({
    call: 'POST /payments/:id/refund-requests',
    // Another person's purchase does not exist.
    access: signedIn,
    summary:
      'Ask the sellers for the money of these courses (all, when none is named) within the seller’s own days',
    params: z.object({ id: publicId }),
    body: z.object({ courseIds: z.optional(courseIds), reason: reasonField }),
    answer: answerOf(refundOptions),
    status: 201,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'REFUND_NOT_PROMISED',
      'REFUND_TOO_LATE',
      'REFUND_WATCHED',
      'REFUND_NOT_POSSIBLE',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  withdrawRefundRequest: endpoint({
    call: 'DELETE /refund-requests/:id',
    // Another person's request does not exist.
    access: signedIn,
    summary: 'Take an own open request back',
    params: z.object({ id: publicId }),
    answer: doneAnswer,
    refusals: ['REFUND_REQUEST_NOT_FOUND', 'REFUND_REQUEST_ANSWERED'],
  }),
  listRefundRequests: endpoint({
    call: 'GET /refund-requests',
    access: byRole('orders.read'),
    summary: 'What buyers ask back of the caller’s courses, newest first',
    query: z.object({ ...pageQuery, state: z.optional(z.enum(requestStates)) }),
    answer: listAnswer(refundRequest),
    refusals: ['ORDERS_OF_BUSINESS'],
  }),
  answerRefundRequest: endpoint({
    call: 'POST /refund-requests/:id/answer',
    openToSuspended: 'Buyers get their money back.',
    access: {
      ...byRole('orders.read'),
      fresh: ({ body }, caller) => body.decision === 'refund' && mayOverdraw(caller),
    },
    summary: 'Give the money back, or decline with a reason',
    params: z.object({ id: publicId }),
    body: z.object({
      decision: z.enum(['refund', 'decline']),
      reason: reasonField,
      expectedAmount: z.optional(cents),
    }),
    answer: answerOf(refundRequest),
    refusals: [
      'ORDERS_OF_BUSINESS',
      'REFUND_REQUEST_NOT_FOUND',
      'REFUND_REQUEST_ANSWERED',
      'REFUND_NOT_POSSIBLE',
      'REFUND_IN_PROGRESS',
      'REFUND_UNEXPLAINED',
      'REFUND_AMOUNT_CHANGED',
      'REFUND_UNKNOWN_PAYMENT',
      'PAYMENT_PROVIDER_UNAVAILABLE',
    ],
  }),
  listPaymentExceptions: endpoint({
    call: 'GET /review',
    access: byRole('orders.read'),
    summary: 'Money that waits for a person; `kept`: explained, and still there',
    query: z.object({ ...pageQuery, state: z.optional(z.enum(reviewStates)) }),
    answer: listAnswer(paymentException),
    refusals: ['ORDERS_OF_BUSINESS'],
  }),
  decidePaymentException: endpoint({
    call: 'POST /review/:id',
    openToSuspended: 'Buyers get their money back.',
    access: {
      ...byRole('orders.read'),
      fresh: ({ body }, caller) => decisionsOnRefunds.includes(body.choice) && mayOverdraw(caller),
    },
    summary: 'Decide what becomes of money that waits',
    params: z.object({ id: publicId }),
    body: z.object({
      choice: z.enum(exceptionChoices),
      reason: reasonField,
      /** For `name_lines`: the lines that were refunded; their sum is the exception's amount. */
      lines: z.optional(
        z.array(z.object({ courseId: idInBody, amount: cents })).check(limit(cartMaxCourses)),
      ),
      expectedAmount: z.optional(cents),
    }),
    answer: answerOf(paymentException),
    refusals: [
      'ORDERS_OF_BUSINESS',
      'REVIEW_ITEM_NOT_FOUND',
      'REVIEW_CHOICE_NOT_POSSIBLE',
      'REFUND_NOT_POSSIBLE',
      'REFUND_IN_PROGRESS',
      'REFUND_UNEXPLAINED',
      'REFUND_AMOUNT_CHANGED',
      'REFUND_UNKNOWN_PAYMENT',
      'PAYMENT_PROVIDER_UNAVAILABLE',
    ],
  }),
} as const
