/** Gifts are purchases whose courses another person takes with a code (docs/glossary.md). */
import * as z from 'zod/mini'
import { languages } from '@apogee/domain/languages.ts'
import { anyone, signedIn } from '../access.ts'
import { answerOf, bareAnswer, endpoint, idInBody, instant } from '../endpoint.ts'
import { cartMaxCourses } from '../limits.ts'
import { chosenBundles } from '../bundles/quoted-bundles.ts'
import { typedCode } from '../pricing/pricing.forms.ts'
import { offersQuery } from '../sales/offers-query.ts'
import { limit } from '../texts.ts'
import { giftForm } from './gifts.forms.ts'

/**
 * - `unpaid`: the order is not paid yet, or was never paid.
 * - `waiting`: the gift is paid and not mailed yet.
 * - `sent`: the gift was mailed to its present address.
 * - `taken`: somebody has taken the gift.
 * - `returned`: all its courses were refunded before somebody took it.
 */
export const giftStates = ['unpaid', 'waiting', 'sent', 'taken', 'returned'] as const
export type GiftState = (typeof giftStates)[number]

/** Describes a gift to its buyer. */
export const gift = z.object({
  /** Holds the id of the purchase. */
  id: z.string(),
  state: z.enum(giftStates),
  recipientName: z.string(),
  recipientEmail: z.string(),
  message: z.string(),
  language: z.enum(languages),
  /** Holds the day in Malaysia, such as 2026-12-24, on which the gift is mailed. Null means at once. */
  sendOn: z.nullable(z.string()),
  mailedAt: z.nullable(instant),
  takenAt: z.nullable(instant),
  /** Holds the code of the card and its address. Both are null unless the gift can be taken. */
  code: z.nullable(z.string()),
  link: z.nullable(z.string()),
  /** The gift has been passed on by a recipient who had its courses, to a person whom the buyer does not see. */
  isPassedOn: z.boolean(),
  courses: z.array(z.object({ id: z.int(), title: z.string() })),
})
export type Gift = z.infer<typeof gift>

/** Describes a gift to whoever has its code. */
export const openedGift = z.object({
  state: z.enum(['open', 'taken', 'returned']),
  /**
   * Holds the name of the giver. Null means that the account was erased. Names and message are shown as text only. Once the gift is
   * taken, they are empty for others than its learner and its giver.
   */
  from: z.nullable(z.string()),
  recipientName: z.string(),
  message: z.string(),
  language: z.enum(languages),
  /** True means that the caller gives the gift: as its buyer, or by having passed it on. */
  isFromCaller: z.boolean(),
  /** True means that the caller has taken the gift. */
  isTakenByCaller: z.boolean(),
  /** True means that the caller has one of its courses and may pass the gift on, or has done so and may correct to whom. */
  canBePassedOn: z.boolean(),
  courses: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      image: z.string(),
      /** True means that the caller has the course already. */
      isOwned: z.boolean(),
    }),
  ),
})
export type OpenedGift = z.infer<typeof openedGift>

const purchaseId = z.object({ id: z.string().check(limit(100)) })
const giftCode = z.string().check(z.trim(), limit(100))

export const giftsEndpoints = {
  payForGift: endpoint({
    call: 'POST /gifts/payments',
    bound: 'counted',
    // The service authorises 'course.buy' on each course.
    access: { kind: 'role', capability: 'self.anything', self: ({ body }) => body.userId },
    summary: 'Start buying courses as a gift for somebody',
    query: offersQuery,
    body: z.object({
      courseIds: z.array(idInBody).check(limit(cartMaxCourses, 'At most 50 courses at once')),
      bundleIds: z.optional(chosenBundles),
      userId: z.optional(idInBody),
      code: z.optional(typedCode),
      gift: giftForm,
    }),
    answer: bareAnswer({ payment_url: z.string(), purchase_id: z.string() }),
    status: 201,
    refusals: [
      'GIFT_OF_FREE_COURSE',
      'CART_EMPTY',
      'BUNDLE_NOT_OFFERED',
      'COURSE_NOT_BUYABLE_TODAY',
      'COURSE_NOT_OFFERED',
      'NOT_YOURS',
      'COURSE_NOT_FOUND',
      'ORDER_TOO_LARGE',
      'SELLER_CANNOT_BE_PAID',
      'COURSE_NOT_ON_SALE_YET',
      'COURSE_SOLD_ALONE',
      'COHORT_FULL',
      'COHORT_CLOSED',
      'GIFT_JUST_PAID',
      'PAYMENT_PROVIDER_UNAVAILABLE',
      'PAYMENT_AT_BANK',
      'OFFER_CHANGED',
      'CODE_DOES_NOT_APPLY',
      'CODE_USED_UP',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  readGift: endpoint({
    call: 'GET /gifts/:id',
    // The store selects by id and buyer, so another person's gift is not found.
    access: signedIn,
    summary: 'One of the caller’s own gifts',
    params: purchaseId,
    answer: answerOf(gift),
    refusals: ['GIFT_NOT_FOUND'],
  }),
  updateGift: endpoint({
    call: 'PUT /gifts/:id',
    bound: { bounded: 'A gift is mailed at most five times a day, whatever its addresses.' },
    lastWins: 'Only the buyer changes a gift, as a whole form.',
    access: signedIn,
    summary: 'Change the recipient, the message or the day; another address makes another code',
    params: purchaseId,
    body: giftForm,
    answer: answerOf(gift),
    refusals: ['GIFT_NOT_FOUND', 'GIFT_NOT_OPEN'],
  }),
  sendGift: endpoint({
    call: 'POST /gifts/:id/mails',
    bound: { refusedBy: 'GIFT_JUST_SENT' },
    access: signedIn,
    summary: 'Mail the gift now, once a day at most to one address',
    params: purchaseId,
    body: z.object({}),
    answer: answerOf(gift),
    refusals: ['GIFT_NOT_FOUND', 'GIFT_NOT_OPEN', 'GIFT_WITHOUT_ADDRESS', 'GIFT_JUST_SENT'],
  }),
  downloadGiftCard: endpoint({
    call: 'GET /gifts/:id/card',
    gives: 'pdf',
    access: signedIn,
    summary: 'The card of the gift as PDF (A5), with its code',
    params: purchaseId,
    query: z.object({ language: z.optional(z.enum(languages)) }),
    answer: z.object({ success: z.literal(true) }),
    refusals: ['GIFT_NOT_FOUND', 'GIFT_NOT_OPEN'],
  }),
  openGift: endpoint({
    call: 'POST /gifts/open',
    bound: 'counted',
    // The code suffices to read. It is sent in the body, because typed codes may hold any sign.
    access: anyone,
    summary: 'What a code gives, and from whom',
    body: z.object({ code: giftCode }),
    answer: answerOf(openedGift),
    refusals: ['GIFT_CODE_UNKNOWN', 'TOO_MANY_ATTEMPTS'],
  }),
  takeGift: endpoint({
    call: 'POST /gifts/take',
    bound: 'token',
    access: signedIn,
    summary: 'Take the courses of a gift; a second press changes nothing',
    body: z.object({ code: giftCode }),
    answer: answerOf(z.object({ courseIds: z.array(z.int()) })),
    refusals: [
      'GIFT_CODE_UNKNOWN',
      'GIFT_TAKEN',
      'GIFT_RETURNED',
      'GIFT_IS_YOURS',
      'GIFT_OWNED',
      'ACCESS_REMOVED',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  passGiftOn: endpoint({
    call: 'POST /gifts/pass-on',
    bound: 'token',
    access: signedIn,
    summary: 'Pass a gift of a course that one already has on to somebody else',
    body: z.object({ code: giftCode, gift: giftForm }),
    answer: answerOf(z.object({ link: z.string(), code: z.string() })),
    refusals: [
      'GIFT_CODE_UNKNOWN',
      'GIFT_TAKEN',
      'GIFT_RETURNED',
      'GIFT_IS_YOURS',
      'GIFT_NOT_PASSED_ON',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
} as const
