import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, instant, listAnswer, pageQuery } from '../endpoint.ts'

/** Counted from rows at the moment of the call. */
export const platformSummary = z.object({
  /** Accounts that were not deleted. */
  people: z.int(),
  businesses: z.int(),
  /** Not archived, public and private. */
  courses: z.int(),
  /** Places people hold now. */
  enrolments: z.int(),
  /** Orders that were paid and not wholly refunded, free ones included. */
  settledOrders: z.int(),
  /** What those orders came to. */
  settledCents: cents,
  unreadMessages: z.int(),
  jobs: z.object({
    /** Ready to run, or to be run later. */
    waiting: z.int(),
    /** Failed for the last time; they stay until somebody looks. */
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
    query: z.object({ ...pageQuery, search: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
    answer: listAnswer(listedBusiness),
  }),
} as const
