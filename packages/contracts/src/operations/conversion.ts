/** Counts visitors of sales pages and their later steps, by source (docs/decisions/figures.md). */
import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { dayText } from '../calendar-text.ts'
import { answerOf, cents, doneAnswer, endpoint, idInBody, idInUrl } from '../endpoint.ts'
import { limit } from '../texts.ts'

/** An answer lists this number of sources, those with the most visitors. All others are summed as `other`. */
export const mostSourcesShown = 100

/**
 * - visitors: browsers that opened the sales page of a course, each once a day and course.
 * - carts: visitors who put the course into the cart.
 * - checkouts: orders placed with the course, paid or not.
 * - orders: paid orders with the course. An order of two courses counts for each.
 * - enrolments: enrolments without a payment, by the person or an invitation link.
 * - revenue, refunds: sen, by the day of payment and of the refund. Null for instructors of a business, who see no money.
 */
export const sourceRow = z.object({
  /** The key is one of `source-keys.ts`. */
  source: z.string(),
  visitors: z.int(),
  carts: z.int(),
  checkouts: z.int(),
  orders: z.int(),
  enrolments: z.int(),
  revenue: z.nullable(cents),
  refunds: z.nullable(cents),
})
export type SourceRow = z.infer<typeof sourceRow>

export const sourceFigures = z.object({
  /** The days are in Malaysia, and both are included. */
  from: z.string(),
  to: z.string(),
  /** Sources are sorted by visitors, most first. */
  sources: z.array(sourceRow),
})
export type SourceFigures = z.infer<typeof sourceFigures>

export const visitSteps = ['view', 'cart'] as const
export type VisitStep = (typeof visitSteps)[number]

/** The request line is never longer than this limit, so no visit is refused for its length. */
const visitText = z.string().check(limit(65_536))

/** A purchase or an enrolment sends what the browser has stored about first visits. A wrong value never refuses the call. */
export const visitQuery = z.object({
  /** `writeVisit` writes this text. The field is ignored when the client sends it twice. */
  visit: z.optional(z.union([visitText, z.array(visitText)])),
})

export const conversionEndpoints = {
  countVisit: endpoint({
    call: 'POST /visits',
    bound: 'days',
    // The call is public because it only adds to a figure and returns nothing about the course.
    access: anyone,
    summary:
      'Count a visit of a sales page, or a course put into the cart. Answers the same whether it counts or not',
    body: z.object({
      courseId: idInBody,
      step: z.enum(visitSteps),
      /** Holds a key of `source-keys.ts`. Any other text counts as an unknown source. */
      source: z.string().check(limit(500)),
    }),
    answer: doneAnswer,
  }),
  readSources: endpoint({
    call: 'GET /analytics/sources',
    access: byRole('insights.read'),
    summary: 'Visitors, orders and revenue by source, of the caller’s courses or one of them',
    query: z.object({
      /** Both days are included and are days in Malaysia. Without them, the figures cover the last 30 days. */
      from: z.optional(dayText()),
      to: z.optional(dayText()),
      courseId: z.optional(idInUrl),
    }),
    answer: answerOf(sourceFigures),
    refusals: ['COURSE_NOT_FOUND', 'ORDER_DAYS_REVERSED'],
  }),
} as const
