/** Figures for sellers and teachers, and the exported files. */
import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { dayText, monthText } from '../calendar-text.ts'
import { orderStates } from '../sales/order-states.ts'
import { answerOf, cents, endpoint, idInBody, instant } from '../endpoint.ts'
import { learnerSources, learnerStates, rosterSorts } from '../roster/roster.forms.ts'
import { securityGroupNames, securityLogFilters } from '../security-log/security-log.ts'
import { courseCategories } from '../course-choices.ts'
import { limit, searchText } from '../texts.ts'

/** Months of the growth chart, including the current one. */
export const growthMonths = 6
export const topCoursesShown = 3
/** Lifetime of a download token in milliseconds. */
export const ticketLifeMs = 60_000

/**
 * The figures of the Analytics tab. They cover the caller's scope: an instructor's own courses, an admin's business,
 * everything for a superadmin. Months are months in Asia/Kuala_Lumpur.
 *
 * - Total Users: the team and everybody enrolled in a course; for an instructor the learners only, for a
 * superadmin every account.
 * - Active Users: those of them with a booking (`lastBooking`): a settled order or a free enrolment.
 * - Total Revenue: paid orders and invoices since the first sale, SST included, less refunds and chargebacks, in sen. Money is that of the
 * caller's seller, as in the ledger; null for an instructor of a business, who sees none.
 * - Completion Rate: completed lessons of all current enrolments, in whole percent; lessons are
 * what progress counts (videos, or every item of a course without videos). Null without lessons.
 * - Monthly Growth: enrolments of each of the last six months that are still active, and the revenue that was booked in the month: negative
 * when more was returned than sold.
 * - Top Courses: of the courses that are not archived, most active enrolments first.
 */
export const analytics = z.object({
  scope: z.enum(['own', 'business', 'platform']),
  totalUsers: z.int(),
  activeUsers: z.int(),
  totalRevenue: z.nullable(cents),
  completionRate: z.nullable(z.int()),
  months: z.array(
    z.object({
      /** '2026-11' */
      month: z.string(),
      enrolments: z.int(),
      /** Sen. */
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
    openToSuspended: 'The team reads everything, also as files.',
    access: byRole('insights.read'),
    summary: 'A download link for what a tab shows: good once, for one minute, for this person',
    body: z.object({
      /**
       * `users`: the people the caller administers; `learners`: everybody enrolled in the caller's courses; `orders`:
       * order lines; `ledger`: a statement; `roster`: the learners of the course `courseId`, `gradebook`: their scores; `days`: figures by
       * day of `GET /studio`;
       * `sources`: those of `GET /analytics/sources` by day; `security`: `GET /security-log/entries`.
       */
      what: z.enum(exportKinds),
      filters: z.optional(
        z.object({
          search: z.optional(searchText),
          /** For courses: created or taught by the caller (default), the business's, or all. */
          scope: z.optional(z.enum(['created', 'business', 'all'])),
          /** For the roster: the filter and order of its list. */
          source: z.optional(z.enum(learnerSources)),
          state: z.optional(z.enum(learnerStates)),
          cohort: z.optional(z.union([z.literal('none'), idInBody])),
          sort: z.optional(z.enum(rosterSorts)),
          direction: z.optional(z.enum(['ascending', 'descending'])),
          /** For orders: the filter of their list. */
          status: z.optional(z.enum(orderStates)),
          /** For the security log: the filter of its search. */
          group: z.optional(z.enum(securityGroupNames)),
          person: securityLogFilters.person,
          address: securityLogFilters.address,
          businessId: z.optional(idInBody),
          /** For orders, days, sources and the security log: both days are included. */
          from: z.optional(dayText()),
          to: z.optional(dayText()),
          courseId: z.optional(idInBody),
          sellerId: z.optional(idInBody),
          /** For the ledger: '2026-11'. */
          month: z.optional(monthText),
        }),
      ),
    }),
    answer: answerOf(z.object({ url: z.string(), expiresAt: instant })),
    status: 201,
    refusals: ['ORDER_DAYS_REVERSED'],
  }),
  downloadExport: endpoint({
    call: 'GET /exports/:ticket',
    // Proven by the ticket; the rights of its owner are checked again.
    access: anyone,
    summary: 'The file behind a ticket',
    params: z.object({ ticket: z.string().check(limit(100)) }),
    gives: 'csv',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['LINK_EXPIRED', 'FORBIDDEN', 'ORDERS_OF_BUSINESS', 'SELLER_NOT_FOUND', 'COURSE_NOT_FOUND'],
  }),
} as const
