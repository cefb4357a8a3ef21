/** Suggests what the people of a seller can do next, from the figures of their own courses. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, endpoint } from '../endpoint.ts'

/** An answer lists at most this number of suggestions, the most valuable first. */
export const mostSuggestions = 3

/** Suggestions about visits, carts and sales cover this number of days. */
export const suggestionDays = 30

const course = { courseId: z.int(), courseTitle: z.string() }

/**
 * - stopped: `learners` inactive people used this lesson last. They are those of the list of learners with `stoppedAt`.
 * - missedQuestion: most of those who answered the question were wrong.
 * - abandonedCarts: of `carts` visitors who put the course into the cart, few paid.
 * - unsold: the course has a high rating, and nobody joined within the days.
 * - unvisited: nobody visited the sales page of any published course within the days.
 */
export const suggestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stopped'),
    ...course,
    lessonId: z.int(),
    lessonTitle: z.string(),
    learners: z.int(),
  }),
  z.object({
    kind: z.literal('missedQuestion'),
    ...course,
    resourceId: z.int(),
    quiz: z.string(),
    question: z.string(),
    missedPercent: z.int(),
  }),
  z.object({ kind: z.literal('abandonedCarts'), ...course, carts: z.int(), orders: z.int() }),
  z.object({
    kind: z.literal('unsold'),
    ...course,
    /** The mean rating in tenths, such as 48 for 4.8. */
    ratingTenths: z.int(),
  }),
  z.object({ kind: z.literal('unvisited') }),
])
export type Suggestion = z.infer<typeof suggestion>

export const suggestionEndpoints = {
  listSuggestions: endpoint({
    call: 'GET /analytics/suggestions',
    access: byRole('insights.read'),
    summary:
      'At most three things to do next, from the figures of the caller’s courses; none for the platform',
    answer: answerOf(z.object({ suggestions: z.array(suggestion) })),
  }),
} as const
