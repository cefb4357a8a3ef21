/** Defines refunds by sellers, refund requests by buyers, and payment exceptions. Amounts are in sen. */
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
import { filledText, keyText, limit } from '../texts.ts'

/** `waiting` means that a superadmin decides first, because the seller's balance does not cover the refund. */
export const refundStates = ['waiting', 'planned', 'asking', 'pending', 'done', 'failed', 'reversed'] as const
export type RefundState = (typeof refundStates)[number]

const publicId = z.string().check(limit(200))
const reasonField = filledText('is required', 1000)
const courseIds = z.array(idInBody).check(z.minLength(1, 'Choose at least one course'), limit(cartMaxCourses))

export const refund = z.object({
  id: z.string(),
  kind: z.enum(['lines', 'held', 'chargeback']),
  /** `asked`: the refund was requested here. `provider`: the refund was first seen at the provider. */
  origin: z.enum(['asked', 'provider']),
  state: z.enum(refundStates),
  amount: cents,
  reason: z.string(),
  /** Holds the provider's codes of the failure, or `no_trace`. Null means that the refund did not fail. */
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
  /** Null means that the account was deleted. */
  buyer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  lines: z.array(requestLine),
})
export type RefundRequest = z.infer<typeof refundRequest>

/**
 * Says why the buyer cannot request a refund of a line. `open` means that the buyer can. `taken` means that somebody has taken the
 * gift.
 */
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
  'taken',
] as const

export const refundOptions = z.object({
  /**
   * The buyer can request a refund of some line until this time. Null means that nothing is paid, or that no line has a promise.
   */
  endsAt: z.nullable(instant),
  lines: z.array(
    z.object({
      courseId: z.int(),
      title: z.string(),
      amount: cents,
      state: z.enum(askableStates),
      /** The promise is the seller's at the time of the order. */
      moneyBack,
      /**
       * The buyer can request a refund of this line until this time. Null means that nothing is paid, or that the line has no
       * promise.
       */
      endsAt: z.nullable(instant),
      /** The percentage is 0–100. */
      watchedPercent: z.int(),
    }),
  ),
  requests: z.array(z.omit(refundRequest, { buyer: true })),
})
export type RefundOptions = z.infer<typeof refundOptions>

export const orderRefunds = z.object({
  /** The buyer receives the refund. Null means that the account was deleted. */
  buyer: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /**
   * True means that the provider has refunded money that nobody has assigned to courses yet. No other refund is possible until
   * then.
   */
  isUnexplained: z.boolean(),
  lines: z.array(
    z.object({
      courseId: z.int(),
      title: z.string(),
      price: cents,
      /** Holds the amount that can be refunded now. It is 0 while a refund of the line is running. */
      refundable: cents,
      /** The promise is the seller's at the time of the order. */
      moneyBack,
      /** The promise holds until this time. Null means that nothing is paid, or that the line has no promise. */
      endsAt: z.nullable(instant),
      /** The percentage is 0–100. It is 0 for a gift. */
      watchedPercent: z.int(),
    }),
  ),
  refunds: z.array(refund),
  requests: z.array(refundRequest),
})
export type OrderRefunds = z.infer<typeof orderRefunds>

/**
 * The topic says why the exception was opened:
 * - `held`: the money is not the order's.
 * - `surplus`: the order was paid twice.
 * - `unnamed_refund`: the provider refunded unknown courses.
 * - `chargeback`: the bank took the money back.
 * - `money_back`: the money was returned after a refund.
 * - `already_owned`: the buyer paid for a course they had.
 * - `refund_failed`: the refund failed.
 * - `refund_stuck`: the refund started at the provider and never ended.
 * - `refund_over_balance`: a seller whose balance does not cover the refund requested it.
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
 * - `give_back` returns the money.
 * - `apply` applies the money to its order.
 * - `keep` keeps the money, with a reason.
 * - `name_lines` names the lines that the money was refunded for.
 * - `close_access`, `keep_access`, `open_access` (again) and `leave_closed` decide about access.
 * - `dismiss` closes a failed refund.
 * - `was_made`, `not_made` state the outcome of a refund that the provider does not report itself.
 * - `approve_refund`, `decline_refund` decide about a refund that the seller's balance does not cover.
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
  amount: cents,
  /** Says why the money does not belong to the order, or why the refund failed. */
  cause: z.nullable(z.string()),
  /**
   * Says who decides. `platform`: the caller sees a chargeback of an order that also has courses of other sellers, with the caller's
   * own lines and part of the amount.
   */
  decidedFor: z.enum(['caller', 'platform']),
  /** Lists the choices that are possible now. The list is empty while a refund is running, and if the platform decides. */
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

/** A superadmin's refund may take a seller's balance below zero. All other refunds over the balance wait for approval. */
export const mayOverdraw = (caller: { role: Role }): boolean => caller.role === 'superadmin'
const decisionsOnRefunds: readonly ExceptionChoice[] = ['approve_refund', 'decline_refund', 'give_back']

export const refundsEndpoints = {
  refundOrder: endpoint({
    call: 'POST /payments/:id/refunds',
    bound: 'parent',
    openToSuspended: 'Buyers get their money back.',
    // The service answers 404 for the lines of another seller.
    access: { ...byRole('orders.read'), fresh: (_, caller) => mayOverdraw(caller) },
    summary: 'Give back what these courses of an order cost; their access ends, the other courses stay',
    params: z.object({ id: publicId }),
    body: z.object({
      courseIds,
      reason: reasonField,
      /** Holds the amount that the form showed. The server refuses the refund when the amount differs by now. */
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
    // Another person's purchase is not found.
    access: signedIn,
    summary: 'For which courses of an own purchase the money can be asked back, and what was asked before',
    params: z.object({ id: publicId }),
    answer: answerOf(refundOptions),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  requestRefund: endpoint({
    call: 'POST /payments/:id/refund-requests',
    bound: 'counted',
    // Another person's purchase is not found.
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
    bound: 'ends',
    // Another person's request is not found.
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
    bound: 'parent',
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
    /** With an order, all states are listed unless one is named. Otherwise `open` is the default. */
    query: z.object({
      ...pageQuery,
      state: z.optional(z.enum(reviewStates)),
      orderId: z.optional(keyText),
    }),
    answer: listAnswer(paymentException),
    refusals: ['ORDERS_OF_BUSINESS'],
  }),
  decidePaymentException: endpoint({
    call: 'POST /review/:id',
    bound: 'parent',
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
      /**
       * Lists the lines for which the money was refunded. `name_lines` requires them, and their sum must be the exception's amount.
       */
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
