/** Defines the figures for sellers and teachers, and the exported files. */
import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { dayText, monthText } from '../calendar-text.ts'
import { journalCodes, journalPrograms } from '../accounting/books.ts'
import { ledgerFigures } from '../accounting/ledger-figures.ts'
import { orderStates } from '../sales/order-states.ts'
import { answerOf, cents, endpoint, idInBody, instant } from '../endpoint.ts'
import { learnerSources, learnerStates, rosterSorts } from '../roster/roster-choices.ts'
import { securityGroupNames } from '../security-log/security-groups.ts'
import { securityLogFilters } from '../security-log/security-log.ts'
import { courseCategories } from '../course-choices.ts'
import { limit, searchText } from '../texts.ts'

/** The figures of growth cover this number of months, including the current one. */
export const growthMonths = 6
export const topCoursesShown = 3
/** A download ticket is valid for this time. */
export const ticketLifeMs = 60_000

/**
 * The figures of the Analytics tab cover the caller's scope: an instructor's own courses, an admin's business, everything for a
 * superadmin. Months are months in Asia/Kuala_Lumpur.
 *
 * - Total Users counts the team and everybody enrolled in a course. An instructor sees the learners only, a superadmin every
 * account.
 * - Active Users counts the users with a booking (`lastBooking`): a settled order or a free enrolment.
 * - Total Revenue sums paid orders and invoices since the first sale, SST included, less refunds and chargebacks, in sen. The
 * amount is that of the caller's seller, as in the ledger. Null is returned to an instructor of a business, who may not see
 * revenue.
 * - Completion Rate counts the completed lessons of all current enrolments, in whole percent. Lessons are the items that progress
 * counts (videos, or every item of a course without videos). Null means that there are no lessons.
 * - Monthly Growth lists, for each of the last six months, the enrolments that are still active and the revenue that was booked in
 * the month. The revenue is negative when more was returned than sold.
 * - Top Courses lists the courses that are not archived, most active enrolments first.
 */
export const analytics = z.object({
  scope: z.enum(['own', 'business', 'platform']),
  totalUsers: z.int(),
  activeUsers: z.int(),
  totalRevenue: z.nullable(cents),
  completionRate: z.nullable(z.int()),
  months: z.array(
    z.object({
      /** The format is `2026-11`. */
      month: z.string(),
      enrolments: z.int(),
      revenue: z.nullable(cents),
    }),
  ),
  topCourses: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      image: z.string(),
      category: z.nullable(z.enum(courseCategories)),
      price: cents,
      students: z.int(),
    }),
  ),
})
export type Analytics = z.infer<typeof analytics>

export const exportKinds = [
  'users',
  'learners',
  'courses',
  'analytics',
  'orders',
  'ledger',
  'sst',
  'journals',
  'roster',
  'gradebook',
  'days',
  'sources',
  'security',
] as const
export type ExportKind = (typeof exportKinds)[number]

export const insightsEndpoints = {
  readAnalytics: endpoint({
    call: 'GET /analytics',
    access: byRole('insights.read'),
    summary: 'Figures of the caller’s courses, business or platform',
    answer: answerOf(analytics),
  }),
  createTicket: endpoint({
    call: 'POST /tickets',
    bound: { perDay: 2_000, of: 'person' },
    openToSuspended: 'The team reads everything, also as files.',
    access: byRole('insights.read'),
    summary: 'A download link for what a tab shows: good once, for one minute, for this person',
    body: z.object({
      /**
       * - `users` exports the people that the caller administers.
       * - `learners` exports everybody enrolled in the caller's courses.
       * - `orders` exports order lines.
       * - `ledger` exports a statement.
       * - `sst` exports `GET /ledger/sst`.
       * - `journals` exports a book as journals of an accounting program, one for each day and kind of posting.
       * - `roster` exports the learners of the course `courseId`.
       * - `gradebook` exports the scores of these learners.
       * - `days` exports the figures of `GET /studio` by day.
       * - `sources` exports the figures of `GET /analytics/sources` by day.
       * - `security` exports `GET /security-log/entries`.
       */
      what: z.enum(exportKinds),
      filters: z.optional(
        z.object({
          search: z.optional(searchText),
          /** The scope applies to exports of courses: created or taught by the caller (default), those of the business, or all. */
          scope: z.optional(z.enum(['created', 'business', 'all'])),
          /** The filter and order of the learner list apply to `roster` exports. */
          source: z.optional(z.enum(learnerSources)),
          state: z.optional(z.enum(learnerStates)),
          cohort: z.optional(z.union([z.literal('none'), idInBody])),
          stoppedAt: z.optional(idInBody),
          sort: z.optional(z.enum(rosterSorts)),
          direction: z.optional(z.enum(['ascending', 'descending'])),
          /** The filter of the order list applies to `orders` exports. */
          status: z.optional(z.enum(orderStates)),
          /** The filter of the security log search applies to `security` exports. */
          group: z.optional(z.enum(securityGroupNames)),
          person: securityLogFilters.person,
          address: securityLogFilters.address,
          businessId: z.optional(idInBody),
          /** The range applies to orders, days, sources, the ledger and the security log. Both days are included. */
          from: z.optional(dayText()),
          to: z.optional(dayText()),
          courseId: z.optional(idInBody),
          sellerId: z.optional(idInBody),
          /**
           * The month applies to `ledger`, `sst` and `journals` exports, the figure to `ledger` exports. The format of a month is
           * `2026-11`.
           */
          month: z.optional(monthText),
          show: z.optional(z.enum(ledgerFigures)),
          /** The program and its codes apply to `journals` exports. */
          program: z.optional(z.enum(journalPrograms)),
          codes: z.optional(journalCodes),
        }),
      ),
    }),
    answer: answerOf(z.object({ url: z.string(), expiresAt: instant })),
    status: 201,
    refusals: ['ORDER_DAYS_REVERSED'],
  }),
  downloadExport: endpoint({
    call: 'GET /exports/:ticket',
    // The ticket authorises the download. The server checks the rights of the ticket's owner again.
    access: anyone,
    summary: 'The file behind a ticket',
    params: z.object({ ticket: z.string().check(limit(100)) }),
    gives: 'csv',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['LINK_EXPIRED', 'FORBIDDEN', 'ORDERS_OF_BUSINESS', 'SELLER_NOT_FOUND', 'COURSE_NOT_FOUND'],
  }),
} as const
