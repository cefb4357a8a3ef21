import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { searchText } from '../texts.ts'

/** Counted from the database at the moment of the call. */
export const platformSummary = z.object({
  /** Accounts that are not deleted. */
  people: z.int(),
  businesses: z.int(),
  /** Courses that are not archived, public and private. */
  courses: z.int(),
  /** Active enrolments. */
  enrolments: z.int(),
  /** Orders that were paid and not fully refunded, free ones included. */
  settledOrders: z.int(),
  /** Figures of all sellers since the first sale, in positive sen (docs/ledger.md#figures). */
  money: z.object({
    sales: cents,
    refunds: cents,
    chargebacks: cents,
    /** Sales less refunds and chargebacks. */
    revenue: cents,
    fees: cents,
    paidOut: cents,
    /** Still to be paid to sellers. */
    owed: cents,
  }),
  unreadMessages: z.int(),
  jobs: z.object({
    /** Jobs that are due or scheduled. */
    waiting: z.int(),
    /** Jobs that used up their attempts; they stay until somebody handles them. */
    failed: z.int(),
  }),
})
export type PlatformSummary = z.infer<typeof platformSummary>

export const listedBusiness = z.object({
  id: z.int(),
  name: z.string(),
  people: z.int(),
  courses: z.int(),
  createdAt: instant,
  /** Null: it has no seller. */
  sellerId: z.nullable(z.int()),
})
export type ListedBusiness = z.infer<typeof listedBusiness>

export const oversightEndpoints = {
  platformSummary: endpoint({
    call: 'GET /platform/summary',
    isInFirstLoad: true,
    access: byRole('platform.run'),
    summary: 'Figures of the whole platform',
    answer: answerOf(platformSummary),
  }),
  listBusinesses: endpoint({
    call: 'GET /platform/businesses',
    access: byRole('platform.run'),
    summary: 'Every business on the platform',
    query: z.object({ ...pageQuery, search: z.optional(searchText) }),
    answer: listAnswer(listedBusiness),
  }),
} as const
