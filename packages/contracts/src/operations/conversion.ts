/** Visitors of sales pages, and what became of them, by source (docs/decisions/figures.md). */
import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { dayText } from '../calendar-text.ts'
import { answerOf, cents, doneAnswer, endpoint, idInBody, idInUrl } from '../endpoint.ts'
import { limit } from '../texts.ts'

/** In one answer: the ones with the most visitors. The others are added up as `other`. */
export const mostSourcesShown = 100

/**
 * - visitors: browsers that opened the sales page of a course, each once a day and course.
 * - carts: of them, those that put the course into the cart.
 * - checkouts: orders placed with the course, paid or not.
 * - orders: paid orders with the course. An order of two courses counts for each.
 * - enrolments: without a payment, by the person or an invitation link.
 * - revenue, refunds: sen, by the day of payment and of the refund. Null for instructors of a business, who see no money.
 */
export const sourceRow = z.object({
  /** A key of `source-keys.ts`. */
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
  /** The days in Malaysia, both included. */
  from: z.string(),
  to: z.string(),
  /** Most visitors first. */
  sources: z.array(sourceRow),
})
export type SourceFigures = z.infer<typeof sourceFigures>

export const visitSteps = ['view', 'cart'] as const
export type VisitStep = (typeof visitSteps)[number]

/** A request line is never longer, so that this refuses no visit. */
const visitText = z.string().check(limit(65_536))

/** What a browser remembers of its first visits, of a purchase or an enrolment. Never a reason to refuse either. */
export const visitQuery = z.object({
  /** As `writeVisit` writes it. Given twice it is none. */
  visit: z.optional(z.union([visitText, z.array(visitText)])),
})

export const conversionEndpoints = {
  countVisit: endpoint({
    call: 'POST /visits',
    // Adds to a figure; says nothing about the course.
    access: anyone,
    summary:
      'Count a visit of a sales page, or a course put into the cart. Answers the same whether it counts or not',
    body: z.object({
      courseId: idInBody,
      step: z.enum(visitSteps),
      /** A key of `source-keys.ts`; another text counts as unknown. */
      source: z.string().check(limit(500)),
    }),
    answer: doneAnswer,
  }),
  readSources: endpoint({
    call: 'GET /analytics/sources',
    access: byRole('insights.read'),
    summary: 'Visitors, orders and revenue by source, of the caller’s courses or one of them',
    query: z.object({
      /** Days in Malaysia, both included; absent: the last 30. */
      from: z.optional(dayText()),
      to: z.optional(dayText()),
      courseId: z.optional(idInUrl),
    }),
    answer: answerOf(sourceFigures),
    refusals: ['COURSE_NOT_FOUND', 'ORDER_DAYS_REVERSED'],
  }),
} as const
