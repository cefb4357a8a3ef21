import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { searchText } from '../texts.ts'

/** The server counts these figures in the database at each call. */
export const platformSummary = z.object({
  /** Deleted accounts are not counted. */
  people: z.int(),
  businesses: z.int(),
  /** Public and private courses are counted. Archived courses are not. */
  courses: z.int(),
  /** Inactive enrolments are not counted. */
  enrolments: z.int(),
  /** Counts orders that were paid and not fully refunded, free ones included. */
  settledOrders: z.int(),
  /** The figures cover all sellers since the first sale, in positive sen (docs/ledger.md#figures). */
  money: z.object({
    sales: cents,
    refunds: cents,
    chargebacks: cents,
    fees: cents,
    /** Holds the sales less refunds, chargebacks and fees. */
    net: cents,
    paidOut: cents,
    /** The platform still has to pay this amount to sellers. */
    owed: cents,
  }),
  unreadMessages: z.int(),
  jobs: z.object({
    /** Counts jobs that are due or scheduled. */
    waiting: z.int(),
    /** Counts the jobs that failed in every attempt. They remain until an operator handles them. */
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
