/** Lists people who were invited or named for a seat and have not come yet. They may have no account. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { role } from '../accounts/accounts.ts'
import { endpoint, instant, pageQuery } from '../endpoint.ts'
import { formedText, searchText } from '../texts.ts'

export const expectedPerson = z.object({
  /** Identifies the row within the list. */
  key: z.string(),
  kind: z.enum(['course', 'seat', 'team']),
  /** Holds the number of the invitation or of the seat. */
  id: z.int(),
  email: z.string(),
  /** Holds the name as the seller typed it, or ''. */
  name: z.string(),
  at: instant,
  /** 'declined': the person declined an invitation to a course; 'named': the seat is not paid yet. */
  state: z.enum(['open', 'declined', 'named']),
  /** Null means an invitation to the team. */
  courseId: z.nullable(z.int()),
  courseTitle: z.nullable(z.string()),
  /** The invitation to a team gives this role. */
  role: z.nullable(role),
  /** The invitation leads into this business. */
  businessId: z.nullable(z.int()),
  /** Null means that the person has no seat. A draft has no number. */
  invoice: z.nullable(z.object({ id: z.string(), number: z.nullable(z.string()), company: z.string() })),
  /** Superadmins see the people of all sellers. The field is null for other callers. */
  seller: z.nullable(z.string()),
  canSendAgain: z.boolean(),
  mayCancel: z.boolean(),
})
export type ExpectedPerson = z.infer<typeof expectedPerson>

export const expectedPeopleEndpoints = {
  listExpectedPeople: endpoint({
    call: 'GET /studio/expected-people',
    access: byRole('people.listLearners'),
    summary: 'People who were invited or named for a seat and have not come yet, newest first',
    query: z.object({
      limit: pageQuery.limit,
      /** The search matches a part of the address or of the name, or of the company that pays the seat. */
      search: z.optional(searchText),
      cursor: z.optional(formedText(40, /^\d{1,17}\.\d\.\d{1,15}$/, 'must be the nextCursor of a page')),
    }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(expectedPerson),
      meta: z.object({ nextCursor: z.nullable(z.string()) }),
    }),
  }),
} as const
