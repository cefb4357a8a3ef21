import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { chosenBundles, isFilled } from '../bundles/quoted-bundles.ts'
import { accountEmailField } from '../accounts/accounts.forms.ts'
import { addressForm, buyerForm } from './checkout.forms.ts'
import {
  answerOf,
  bareAnswer,
  cents,
  doneAnswer,
  endpoint,
  idInBody,
  idInUrl,
  instant,
  listAnswer,
  pageQuery,
} from '../endpoint.ts'
import { accessLength } from '../courses/access-length.ts'
import { chosenCohorts, startOfCourse } from '../enrolments/starts.ts'
import { cartMaxCourses } from '../limits.ts'
import { typedCode } from '../pricing/pricing.forms.ts'
import { offersQuery } from './offers-query.ts'
import { paymentStatuses } from './payment-statuses.ts'
import { limit } from '../texts.ts'
import { purchaseFilters } from './purchase-filters.ts'

export { paymentStatuses, type PaymentStatus } from './payment-statuses.ts'

/**
 * Holds the public id of an order. It is random but not a secret, because it opens only the order's status. Any short text is
 * accepted, so that an impossible id gets the same answer as an unknown one (docs/specification.md#4-states-and-transitions).
 */
const purchaseId = z.string().check(limit(200, 'is not a purchase id'))

export const payment = z.object({
  id: z.string(),
  status: z.enum(paymentStatuses),
  amount: cents,
  currency: z.literal('MYR'),
  createdAt: instant,
  paidAt: z.nullable(instant),
  lines: z.array(
    z.object({
      courseId: z.int(),
      title: z.string(),
      /** Holds the bundle in which the course was bought, with its title of that time. It is absent when there is none. */
      bundle: z.optional(z.object({ id: z.int(), title: z.string() })),
      /** Holds the price that the buyer pays: the list price less every discount, SST included. */
      price: cents,
      listPrice: cents,
      discount: cents,
      tax: cents,
      status: z.enum(['open', 'granted', 'refunded']),
      refunded: cents,
      /** The buyer's bank took this part of the refunded amount back. The field is absent when there is none. */
      chargedBack: z.optional(cents),
      /** Holds the bought cohort. It is absent when the line has none. */
      start: z.optional(startOfCourse),
      /** Holds the promised length of access. It is absent when the access has no end. */
      access: z.optional(accessLength),
      /** True means that the caller is enrolled in the course, by this purchase or otherwise. */
      owned: z.boolean(),
    }),
  ),
  receiptUrl: z.nullable(z.string()),
  /** True means that the purchase is a gift for somebody else. The field is absent otherwise. */
  gift: z.optional(z.literal(true)),
})
export type Payment = z.infer<typeof payment>

export const extraMoneyStates = ['waiting', 'returning', 'returned', 'kept'] as const

/** Describes a single purchase, with the money that arrived for it but did not settle the order. */
export const paymentInDetail = z.object({
  ...payment.shape,
  extra: z.array(
    z.object({
      /** `second`: another payment has settled the order. `mismatch`: the payment does not match the order. */
      cause: z.enum(['second', 'mismatch']),
      amount: cents,
      state: z.enum(extraMoneyStates),
      /** Holds the time at which the money reached this state. */
      at: instant,
    }),
  ),
})
export type PaymentInDetail = z.infer<typeof paymentInDetail>
export type ExtraMoney = PaymentInDetail['extra'][number]

const priceRefusals = [
  'PAYMENT_AT_BANK',
  'OFFER_CHANGED',
  'CODE_DOES_NOT_APPLY',
  'CODE_USED_UP',
  'COHORT_FULL',
  'COHORT_CLOSED',
  'TOO_MANY_ATTEMPTS',
] as const

/** Carts show these figures and send them along. The server computes every price itself and ignores them. */
const figuresOfCarts = ['price', 'amount', 'total', 'currency', 'items', 'quantity'] as const

export const checkoutEndpoints = {
  payForCourse: endpoint({
    call: 'POST /payments',
    bound: 'counted',
    access: {
      kind: 'course',
      capability: 'course.buy',
      course: ({ body }) => ({ course: body.courseId }),
      self: ({ body }) => body.userId,
    },
    summary: 'Start buying one course; a second press returns the open payment page',
    query: offersQuery,
    body: z.object({
      courseId: idInBody,
      userId: z.optional(idInBody),
      cohortId: z.optional(idInBody),
      code: z.optional(typedCode),
    }),
    ignored: figuresOfCarts,
    answer: bareAnswer({ payment_url: z.string(), purchase_id: z.string() }),
    status: 201,
    refusals: [
      'COURSE_NOT_BUYABLE_TODAY',
      'COURSE_NOT_OFFERED',
      'NOT_YOURS',
      'COURSE_NOT_FOUND',
      'COURSE_ALREADY_OWNED',
      'ACCESS_REMOVED',
      'ACCESS_ENDED',
      'SELLER_CANNOT_BE_PAID',
      'COURSE_NOT_ON_SALE_YET',
      'PAYMENT_PROVIDER_UNAVAILABLE',
      ...priceRefusals,
    ],
  }),
  payForCart: endpoint({
    call: 'POST /payments/bulk',
    bound: 'counted',
    // The service authorises 'course.buy' on each course of the cart.
    access: { kind: 'role', capability: 'self.anything', self: ({ body }) => body.userId },
    summary: 'Start buying the courses of a cart',
    query: offersQuery,
    body: z
      .object({
        courseIds: z.array(idInBody).check(limit(cartMaxCourses, 'At most 50 courses at once')),
        bundleIds: z.optional(chosenBundles),
        userId: z.optional(idInBody),
        cohorts: z.optional(chosenCohorts),
        customerInfo: z.object({
          email: z.optional(accountEmailField),
          ...addressForm.shape,
          companyName: z.optional(buyerForm.shape.companyName),
          taxNumber: z.optional(buyerForm.shape.taxNumber),
        }),
        /** True stores these details for the next purchase. Without a value, the stored details stay unchanged. */
        keepDetails: z.optional(z.boolean()),
        code: z.optional(typedCode),
      })
      .check(isFilled),
    ignored: figuresOfCarts,
    lenient: ['customerInfo'],
    answer: bareAnswer({ payment_url: z.string(), payment_id: z.string() }),
    status: 201,
    refusals: [
      'BUNDLE_NOT_OFFERED',
      'BUNDLE_OWNED',
      'COURSE_NOT_BUYABLE_TODAY',
      'COURSE_NOT_OFFERED',
      'NOT_YOURS',
      'COURSE_NOT_FOUND',
      'COURSE_ALREADY_OWNED',
      'ACCESS_REMOVED',
      'ACCESS_ENDED',
      'ORDER_TOO_LARGE',
      'SELLER_CANNOT_BE_PAID',
      'COURSE_NOT_ON_SALE_YET',
      'COURSE_SOLD_ALONE',
      'PAYMENT_PROVIDER_UNAVAILABLE',
      ...priceRefusals,
    ],
  }),
  readBuyerDetails: endpoint({
    call: 'GET /buyer-details',
    // The request has no id, so the caller reaches only their own data.
    access: signedIn,
    summary: 'What the caller asked to keep for the next checkout',
    answer: answerOf(z.nullable(buyerForm)),
  }),
  forgetBuyerDetails: endpoint({
    call: 'DELETE /buyer-details',
    bound: 'ends',
    // The request has no id, so the caller reaches only their own data.
    access: signedIn,
    summary: 'Keep nothing for the next checkout any more',
    answer: doneAnswer,
  }),
  checkPayment: endpoint({
    call: 'GET /payments/check/:purchaseId',
    access: anyone,
    summary: 'How a purchase stands; needs no session',
    params: z.object({ purchaseId }),
    answer: bareAnswer({
      status: z.enum(paymentStatuses),
      /** True means that the buyer's bank took back money of a refunded purchase. The field is absent otherwise. */
      chargedBack: z.optional(z.literal(true)),
      /** True means that the purchase is a gift for somebody else. The field is absent otherwise. */
      gift: z.optional(z.literal(true)),
    }),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  paymentHistory: endpoint({
    call: 'GET /payments/history/:userId',
    access: { kind: 'role', capability: 'self.anything', self: ({ params }) => params.userId },
    summary: 'The caller’s own purchases',
    params: z.object({ userId: idInUrl }),
    query: z.object({ ...pageQuery, status: z.optional(z.enum(purchaseFilters)) }),
    answer: listAnswer(payment),
    refusals: ['NOT_YOURS'],
  }),
  readPayment: endpoint({
    call: 'GET /payments/:id',
    // The store selects by id and buyer, so another person's purchase is not found.
    access: signedIn,
    summary: 'One of the caller’s own purchases',
    params: z.object({ id: purchaseId }),
    answer: z.object({ ...answerOf(paymentInDetail).shape, status: z.enum(paymentStatuses) }),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  paymentCallback: endpoint({
    call: 'POST /payments/callback/:account',
    bound: { bounded: 'Only what the payment provider has signed is stored, once.' },
    // The call has no session: the provider's signature authenticates it.
    access: anyone,
    summary: 'Where the payment provider tells of a purchase; signed, raw',
    params: z.object({ account: idInUrl }),
    accepts: 'raw',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['CALLBACK_NOT_SIGNED'],
  }),
} as const
