/** Searches everything that the caller may see in the studio. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { receiptKinds } from '../accounting/accounting.ts'
import { role } from '../accounts/accounts.ts'
import { answerOf, cents, endpoint, instant } from '../endpoint.ts'
import { invoiceStatuses } from '../invoices/invoices.ts'
import { courseStates, fileTypes } from '../limits.ts'
import { orderStates } from '../sales/order-states.ts'
import { limit } from '../texts.ts'

/** Describes some findings of one kind. */
const group = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    /** True means that more match than are listed. */
    hasMore: z.boolean(),
  })

export const studioFindings = z.object({
  people: group(z.object({ id: z.int(), name: z.nullable(z.string()), email: z.string(), role })),
  /** Contains people who were invited or named for a seat and have not come yet. */
  expected: group(
    z.object({
      key: z.string(),
      kind: z.enum(['course', 'seat', 'team']),
      name: z.string(),
      email: z.string(),
      courseId: z.nullable(z.int()),
      courseTitle: z.nullable(z.string()),
      /** Holds the id of the invoice that pays the seat. */
      invoiceId: z.nullable(z.string()),
    }),
  ),
  courses: group(z.object({ id: z.int(), title: z.string(), state: z.enum(courseStates) })),
  lessons: group(
    z.object({
      id: z.int(),
      title: z.string(),
      fileType: z.enum(fileTypes),
      /** True means that the lesson is a text. */
      isText: z.boolean(),
      /** Holds the id of the lesson's module. */
      contentId: z.int(),
      courseId: z.int(),
      courseTitle: z.string(),
    }),
  ),
  /** The groups of sales are null for callers who see no money. */
  orders: z.nullable(
    group(
      z.object({
        id: z.string(),
        /** Holds the buyer's name, or the shortened address of one without a name. It is null when the account is erased. */
        buyer: z.nullable(z.object({ name: z.string() })),
        titles: z.array(z.string()),
        state: z.enum(orderStates),
        amount: cents,
        createdAt: instant,
      }),
    ),
  ),
  invoices: z.nullable(
    group(
      z.object({
        id: z.string(),
        /** A draft has no number. */
        number: z.nullable(z.string()),
        company: z.string(),
        status: z.enum(invoiceStatuses),
        total: cents,
      }),
    ),
  ),
  receipts: z.nullable(
    group(
      z.object({
        id: z.string(),
        number: z.string(),
        kind: z.enum(receiptKinds),
        /** Holds the id of the order, or the number of the invoice. */
        reference: z.string(),
        amount: cents,
        issuedAt: instant,
      }),
    ),
  ),
  coupons: z.nullable(
    group(
      z.object({
        id: z.int(),
        code: z.string(),
        /** Null means that the code holds for all courses of the seller. */
        courseTitle: z.nullable(z.string()),
        isArchived: z.boolean(),
      }),
    ),
  ),
})
export type StudioFindings = z.infer<typeof studioFindings>

export const studioSearchEndpoints = {
  searchStudio: endpoint({
    call: 'GET /studio/search',
    access: byRole('insights.read'),
    summary:
      'People, courses, lessons and sales with some words, up to five of each kind that the caller may see',
    query: z.object({
      /** Names match by their words in any order, also if they are spelled wrong; numbers match by a part. */
      q: z.string().check(z.trim(), limit(200), z.minLength(1)),
    }),
    answer: answerOf(studioFindings),
    refusals: ['SELLER_SUSPENDED'],
  }),
} as const
