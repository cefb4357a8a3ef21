/** The home of those who teach or sell. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, bareAnswer, cents, endpoint, instant } from '../endpoint.ts'
import { sellerOrder } from '../sales/orders.ts'

/** Days that an answer holds, today included; the chart shows a part of them. */
export const studioDays = 90
export const studioRanges = [1, 7, 30, 90] as const

export const waitingKinds = [
  'refunds',
  'exceptions',
  'differences',
  'overdue',
  'unpaid',
  'questions',
  'lessons',
  'sellers',
  'payouts',
  'signals',
  'handIns',
] as const

export const checklistSteps = ['details', 'chip', 'course', 'lesson', 'price', 'learner'] as const

/**
 * Figures cover the caller's scope, as those of `GET /analytics` do; money is that of the caller's seller, as in the ledger, and
 * null for an instructor of a business. Days are days in Asia/Kuala_Lumpur.
 *
 * - `enrolments` of a day: those that are still active.
 * - `gross`: paid orders and invoices, SST included, on the day they were booked; `refunds`: refunds and chargebacks of that day, positive.
 */
export const studio = z.object({
  scope: z.enum(['own', 'business', 'platform']),
  /** Whether the caller sees money. */
  sells: z.boolean(),
  /** Oldest first; the last one is today. */
  days: z.array(
    z.object({
      day: z.string(),
      enrolments: z.int(),
      money: z.nullable(z.object({ orders: z.int(), gross: cents, refunds: cents })),
    }),
  ),
  /** Only what has a count. A count of a long list stops at 1,000. */
  waiting: z.array(
    z.object({
      kind: z.enum(waitingKinds),
      count: z.int(),
      /** Of hand-ins: the course of the one that waits longest. */
      courseId: z.optional(z.int()),
    }),
  ),
  /** The newest orders; null for callers who see no money. */
  orders: z.nullable(z.array(sellerOrder)),
  enrolments: z.array(
    z.object({
      id: z.int(),
      learner: z.nullable(z.string()),
      courseId: z.int(),
      courseTitle: z.string(),
      at: instant,
    }),
  ),
  /** The steps of a newcomer; null when all are done, or when the caller has put them away. */
  checklist: z.nullable(z.array(z.object({ step: z.enum(checklistSteps), isDone: z.boolean() }))),
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
    openToSuspended: 'It concerns the person who makes the call alone.',
    access: byRole('insights.read'),
    summary: 'Put the checklist of newcomers away, for this account',
    answer: bareAnswer({}),
  }),
} as const
