/** Defines the home page of people who teach or sell. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, bareAnswer, cents, endpoint, instant } from '../endpoint.ts'
import { sellerOrder } from '../sales/orders.ts'
import { inboxCounts } from './inbox.ts'

/** An answer holds this number of days, including today. The reader chooses how many of them the chart shows. */
export const studioDays = 90

export const checklistSteps = ['course', 'price', 'paid', 'publish', 'share'] as const

/**
 * Figures cover the caller's scope, as in `GET /analytics`. Amounts are those of the caller's seller, as in the ledger, and null
 * for an instructor of a business. Days are days in Asia/Kuala_Lumpur.
 *
 * - `enrolments` counts the day's enrolments that are still active.
 * - `orders` and `invoices` count what `sales` sums: paid orders and invoices, SST included, on the day they were booked.
 * - `refunds`, `chargebacks` and `fees` are the positive sums of that day. `sales` less these three is `net`.
 */
export const studio = z.object({
  scope: z.enum(['own', 'business', 'platform']),
  /** True means that the caller sees money. */
  sells: z.boolean(),
  /** The oldest day is first and today is last. */
  days: z.array(
    z.object({
      day: z.string(),
      enrolments: z.int(),
      money: z.nullable(
        z.object({
          orders: z.int(),
          invoices: z.int(),
          sales: cents,
          refunds: cents,
          chargebacks: cents,
          fees: cents,
          net: cents,
        }),
      ),
    }),
  ),
  waiting: inboxCounts,
  /** Lists the newest orders. Null means that the caller sees no money. */
  orders: z.nullable(z.array(sellerOrder)),
  enrolments: z.array(
    z.object({
      id: z.int(),
      learner: z.nullable(z.string()),
      learnerId: z.int(),
      courseId: z.int(),
      courseTitle: z.string(),
      at: instant,
    }),
  ),
  /** Lists the steps to a first sale. Null means that all steps are done or that the caller has dismissed the list. */
  checklist: z.nullable(
    z.array(
      z.object({
        step: z.enum(checklistSteps),
        isDone: z.boolean(),
        /** Names the course in which the step is done. The field is absent without a course, and where the step is elsewhere. */
        courseId: z.optional(z.int()),
        /** True means that the price step still lacks the money-back promise, and the payment step the receipt details. */
        lacksTerms: z.optional(z.boolean()),
      }),
    ),
  ),
})
export type Studio = z.infer<typeof studio>

export const studioEndpoints = {
  readStudio: endpoint({
    call: 'GET /studio',
    access: byRole('insights.read'),
    summary: 'What a seller’s home shows: figures by day, what waits, the newest orders and enrolments',
    answer: answerOf(studio),
  }),
  dismissChecklist: endpoint({
    call: 'POST /studio/checklist/dismissal',
    bound: 'ownRow',
    openToSuspended: 'It concerns the person who makes the call alone.',
    access: byRole('insights.read'),
    summary: 'Put the checklist of newcomers away, for this account',
    answer: bareAnswer({}),
  }),
} as const
