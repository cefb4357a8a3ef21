/** Defines the inbox: the single list of what waits for a person who teaches, sells or runs the platform. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, bareAnswer, cents, endpoint, instant, pageQuery } from '../endpoint.ts'
import { formedText } from '../texts.ts'
import { choreKinds, inboxKinds } from './inbox-kinds.ts'

const kind = z.enum(inboxKinds)

/** Kinds with a count of zero are left out. The count of a long list stops at 1,000. */
export const inboxCounts = z.array(z.object({ kind, count: z.int() }))
export type InboxCounts = z.infer<typeof inboxCounts>

/**
 * - `questions`: a learner's question without an answer by the team. `handIns`: an attempt that a person grades.
 * - `refunds`: a buyer's open request. `chargebacks` and `exceptions`: open payment exceptions.
 * - `account`: credentials of the payment account that the provider has not accepted. `overdue`: an issued invoice after its due day.
 * - `reviews`: a text of the last 30 days without a reply. `lessons`: a course on sale without a published lesson.
 * - `drafts`: a course or lesson that nobody has published or changed for a week.
 * - `differences`, `sellers`, `signals` and `payouts` wait for superadmins alone.
 */
export const inboxItem = z.object({
  /** Identifies the item within the list: its kind and `ref`. */
  id: z.string(),
  kind,
  /** Identifies the thing that waits, as its own call does. */
  ref: z.string(),
  since: instant,
  /** Names the learner, buyer, company or seller. Null means that nobody is named. */
  person: z.nullable(z.string()),
  title: z.string(),
  /** Names the course or courses, or the seller for a superadmin's kinds. */
  place: z.nullable(z.string()),
  /** Null means that the item has no amount. An instructor of a business sees no item with an amount. */
  amount: z.nullable(cents),
  courseId: z.nullable(z.int()),
  orderId: z.nullable(z.string()),
  /** Names the topic of an exception, the kind of a difference or signal, the state of a payout, or `course` or `lesson` for a draft. */
  topic: z.nullable(z.string()),
  rating: z.nullable(z.int()),
})
export type InboxItem = z.infer<typeof inboxItem>

const access = byRole('insights.read')

export const inboxEndpoints = {
  listInbox: endpoint({
    call: 'GET /studio/inbox',
    access,
    summary: 'What waits for the caller: people first, then the caller’s own drafts, the longest wait first',
    query: z.object({
      limit: pageQuery.limit,
      kind: z.optional(kind),
      cursor: z.optional(formedText(100, /^\d\.\d{1,17}\.[\w-]{1,70}$/, 'must be the nextCursor of a page')),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(inboxItem),
      meta: z.object({ nextCursor: z.nullable(z.string()) }),
    }),
  }),
  countInbox: endpoint({
    call: 'GET /studio/inbox/counts',
    access,
    summary: 'How many items of each kind wait for the caller',
    answer: answerOf(inboxCounts),
  }),
  hideInboxItem: endpoint({
    call: 'POST /studio/inbox/hidden',
    bound: 'onePerPair',
    openToSuspended: 'It concerns the person who makes the call alone.',
    access,
    summary:
      'Hide an item that waits from the caller alone, until tomorrow at 8:00 or for good, or show it again',
    body: z
      .object({
        kind,
        ref: formedText(70, /^[\w-]{1,70}$/, 'must be the ref of an item'),
        /** `done` is for kinds for which nobody else waits. */
        until: z.enum(['tomorrow', 'done', 'now']),
      })
      .check(
        z.refine((asked) => asked.until !== 'done' || choreKinds.includes(asked.kind), {
          error: 'must be tomorrow, because somebody waits for this',
          path: ['until'],
        }),
      ),
    answer: bareAnswer({}),
  }),
} as const
