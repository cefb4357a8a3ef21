import * as z from 'zod/mini'
import { chosenCohorts, startOfCourse } from '../enrolments/starts.ts'
import { accessLength } from '../courses/access-length.ts'
import { anyone, byRole } from '../access.ts'
import { chosenBundles, isFilled, quotedBundle } from '../bundles/quoted-bundles.ts'
import { momentText } from '../calendar-text.ts'
import { sellingState } from '../businesses/seller-states.ts'
import { versionRead, versionSent } from '../edits.ts'
import {
  answerOf,
  cents,
  endpoint,
  idInBody,
  idInUrl,
  instant,
  listAnswer,
  listMeta,
  pageQuery,
} from '../endpoint.ts'
import { cartMaxCourses } from '../limits.ts'
import { moneyBackForm, sellerMoneyBack } from './money-back.ts'
import { basisPoints, couponAmount, newCode, typedCode } from './pricing.forms.ts'
import { limit, searchText } from '../texts.ts'

/** Says why a code is not applied. `unknown` also covers a code that is invalid for everybody. */
export const codeRefusals = [
  'unknown',
  'not_started',
  'expired',
  'used_up',
  'used_by_you',
  'other_courses',
  'nothing_to_pay',
] as const
export type CodeRefusal = (typeof codeRefusals)[number]

/**
 * - `owned`: the caller is enrolled.
 * - `own`: the course is a private course of the caller's own seller.
 * - `gone`: the course is private, deleted or unknown. The answer does not distinguish these and has no title and no price.
 * - `waiting`: the seller is not approved to sell yet.
 * - `notOffered`: the seller is suspended.
 * - `alone`: the course cannot be bought with other sellers' courses, for the same reason.
 */
export const quoteStates = ['buyable', 'owned', 'own', 'gone', 'waiting', 'alone', 'notOffered'] as const
export type QuoteState = (typeof quoteStates)[number]

export const quotedCourse = z.object({
  courseId: z.int(),
  /** The course is bought in this bundle, and its sale discount is the list price less its share. Absent means by itself. */
  bundleId: z.optional(z.int()),
  state: z.enum(quoteStates),
  title: z.nullable(z.string()),
  /** Holds the price in sen before discounts. Only `buyable` lines count in the sums of the quote. */
  list: cents,
  saleDiscount: cents,
  couponDiscount: cents,
  /** Holds the amount to pay: `list` − `saleDiscount` − `couponDiscount`. It is 0 unless the course is `buyable`. */
  total: cents,
  /** Holds the SST that `total` contains. The rate is in basis points. */
  tax: cents,
  taxBasisPoints: z.int(),
  /** Holds the end of the sale. Null means that there is no sale, or that the sale has no end. */
  saleEndsAt: z.nullable(instant),
  /** Holds the length of the access that is bought now. Absent means access without end. */
  access: z.optional(accessLength),
  /**
   * Holds the cohort that the purchase takes: the requested one, else the first open one. It is absent when the course has no
   * cohorts.
   */
  start: z.optional(startOfCourse),
  /**
   * Says why the course cannot be bought: the requested cohort is full or closed, or no cohort is open. The field is absent when
   * the course can be bought.
   */
  startProblem: z.optional(z.enum(['full', 'closed'])),
  /** The caller must complete these courses before this course opens. The field is absent when there are none. */
  first: z.optional(z.array(z.object({ courseId: z.int(), title: z.string() }))),
})
export type QuotedCourse = z.infer<typeof quotedCourse>

export const quote = z.object({
  /** The courses are in the requested order, then those of bundles. Each course appears once. */
  courses: z.array(quotedCourse),
  /** The bundles are in the requested order. The field is absent when the request names none. */
  bundles: z.optional(z.array(quotedBundle)),
  /**
   * Holds the code as its seller writes it. The field is null when the request had no code. A null `refusal` means that the code is
   * applied.
   */
  code: z.nullable(z.object({ code: z.string(), refusal: z.nullable(z.enum(codeRefusals)) })),
  /** Sums the buyable courses. */
  list: cents,
  saleDiscount: cents,
  couponDiscount: cents,
  tax: cents,
  total: cents,
  currency: z.literal('MYR'),
})
export type Quote = z.infer<typeof quote>

export const coupon = z.object({
  id: z.int(),
  code: z.string(),
  /** Either `percentBasisPoints` or `amount` is set, never both. */
  percentBasisPoints: z.nullable(z.int()),
  amount: z.nullable(cents),
  /** Null means that the coupon applies to every course of the seller. */
  course: z.nullable(z.object({ id: z.int(), title: z.string() })),
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  maxUses: z.nullable(z.int()),
  oncePerPerson: z.boolean(),
  /** `uses` counts settled purchases. `reserved` counts purchases that can still be paid. */
  uses: z.int(),
  reserved: z.int(),
  state: z.enum(['planned', 'active', 'ended', 'used_up', 'archived']),
  /** Superadmins alone see the seller. Null means a coupon of the platform. */
  seller: z.nullable(z.string()),
  createdAt: instant,
  version: versionRead,
})
export type Coupon = z.infer<typeof coupon>

const useLimit = z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(1_000_000, 'is too large'))

export const rates = z.object({
  taxBasisPoints: z.int(),
  feeBasisPoints: z.int(),
  /** Holds the edit version of the tax rate for its seller, and of the fee for the platform. */
  version: versionRead,
})
export type Rates = z.infer<typeof rates>

export const sellerRates = z.object({
  id: z.int(),
  /** The field is null for the platform, and for a person whose account was erased. */
  name: z.nullable(z.string()),
  kind: z.enum(['platform', 'business', 'person']),
  state: sellingState,
  /** The newest change of state, or the approval, happened at this time. Null means that none was recorded. */
  stateSince: z.nullable(instant),
  ...rates.shape,
})
export type SellerRates = z.infer<typeof sellerRates>

export const pricingEndpoints = {
  quotePrices: endpoint({
    call: 'POST /payments/quote',
    bound: 'counted',
    // The call is open to visitors. The service authorises each course, because prices depend on the caller.
    access: anyone,
    summary: 'What these courses cost at this moment, with a code if there is one; a session is optional',
    body: z
      .object({
        courseIds: z.array(idInBody).check(limit(cartMaxCourses, 'At most 50 courses at once')),
        bundleIds: z.optional(chosenBundles),
        code: z.optional(typedCode),
        cohorts: z.optional(chosenCohorts),
        /** True asks for the price of a gift: courses that the caller has are quoted like others. */
        gift: z.optional(z.boolean()),
      })
      .check(isFilled),
    answer: answerOf(quote),
    refusals: ['TOO_MANY_ATTEMPTS'],
  }),
  listCoupons: endpoint({
    call: 'GET /coupons',
    // The service selects the seller's own codes and rates, and refuses instructors of a business.
    access: byRole('prices.set'),
    summary: 'The seller’s codes; a superadmin sees all',
    query: z.object({
      ...pageQuery,
      state: z.optional(z.enum(['open', 'archived'])),
      /** Filters by seller. Only callers who see all sellers may use the filter. */
      sellerId: z.optional(idInUrl),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(coupon),
      meta: z.object({
        ...listMeta,
        /** Lists the sellers that have coupons. Only a superadmin gets this list, on the first page. */
        sellers: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
      }),
    }),
    refusals: ['PRICES_OF_BUSINESS'],
  }),
  createCoupon: endpoint({
    call: 'POST /coupons',
    bound: 'counted',
    access: byRole('prices.set'),
    summary: 'Make a code for all courses of the seller, or for one',
    body: z
      .object({
        code: newCode,
        percentBasisPoints: z.optional(basisPoints(1)),
        amount: z.optional(couponAmount),
        courseId: z.optional(z.nullable(idInBody)),
        startsAt: z.optional(z.nullable(momentText)),
        endsAt: z.optional(z.nullable(momentText)),
        maxUses: z.optional(z.nullable(useLimit)),
        oncePerPerson: z.optional(z.boolean()),
      })
      .check(
        z.refine((form) => (form.percentBasisPoints === undefined) !== (form.amount === undefined), {
          error: 'give either percentBasisPoints or amount',
          path: ['amount'],
        }),
      ),
    answer: answerOf(coupon),
    status: 201,
    refusals: [
      'SELLER_SUSPENDED',
      'PRICES_OF_BUSINESS',
      'COURSE_NOT_FOUND',
      'CODE_TAKEN',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  updateCoupon: endpoint({
    call: 'PUT /coupons/:id',
    bound: 'changes',
    access: byRole('prices.set'),
    summary: 'When a code ends, how often it may be used, whether it is archived; its worth stays',
    params: z.object({ id: idInUrl }),
    body: z.object({
      endsAt: z.optional(z.nullable(momentText)),
      maxUses: z.optional(z.nullable(useLimit)),
      archived: z.optional(z.boolean()),
      version: versionSent,
    }),
    answer: answerOf(coupon),
    refusals: ['SELLER_SUSPENDED', 'EDIT_CONFLICT', 'PRICES_OF_BUSINESS', 'COUPON_NOT_FOUND'],
  }),
  readRates: endpoint({
    call: 'GET /rates',
    access: byRole('prices.set'),
    summary: 'The caller’s own SST rate, and what the platform keeps of their sales',
    answer: answerOf(rates),
    refusals: ['PRICES_OF_BUSINESS'],
  }),
  updateTaxRate: endpoint({
    call: 'PUT /rates/tax',
    bound: { perDay: 100, of: 'person' },
    access: byRole('prices.set'),
    summary: 'The SST inside the prices of the caller’s own courses',
    body: z.object({ taxBasisPoints: basisPoints(0), version: versionSent }),
    answer: answerOf(rates),
    refusals: ['SELLER_SUSPENDED', 'EDIT_CONFLICT', 'PRICES_OF_BUSINESS'],
  }),
  readMoneyBack: endpoint({
    call: 'GET /rates/money-back',
    access: byRole('prices.set'),
    summary: 'The money-back promise of the caller’s own courses',
    answer: answerOf(sellerMoneyBack),
    refusals: ['PRICES_OF_BUSINESS'],
  }),
  updateMoneyBack: endpoint({
    call: 'PUT /rates/money-back',
    bound: { perDay: 100, of: 'person' },
    access: byRole('prices.set'),
    summary: 'Choose the money-back promise for purchases from now on; an absent field stays as it is',
    body: z.extend(z.partial(moneyBackForm), { version: versionSent }),
    answer: answerOf(sellerMoneyBack),
    refusals: ['SELLER_SUSPENDED', 'EDIT_CONFLICT', 'PRICES_OF_BUSINESS'],
  }),
  listSellerRates: endpoint({
    call: 'GET /platform/sellers',
    access: byRole('platform.run'),
    summary: 'Every seller with their state and rates, newest first',
    query: z.object({
      ...pageQuery,
      search: z.optional(searchText),
      /** Without a state, the answer lists all sellers and the platform. */
      state: z.optional(sellingState),
    }),
    answer: listAnswer(sellerRates),
  }),
  updateFeeRate: endpoint({
    call: 'PUT /platform/sellers/:id/fee',
    bound: 'platform',
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'What the platform keeps of a seller’s sales from now on',
    params: z.object({ id: idInUrl }),
    body: z.object({ feeBasisPoints: basisPoints(0), version: versionSent }),
    answer: answerOf(sellerRates),
    refusals: ['EDIT_CONFLICT', 'SELLER_NOT_FOUND'],
  }),
} as const
