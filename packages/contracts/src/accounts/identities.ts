/** Google and GitHub accounts sign in to one's own account (docs/decisions/accounts.md). */
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { doneAnswer, endpoint, instant, listAnswer } from '../endpoint.ts'

const provider = z.enum(['google', 'github'])

export const identity = z.object({ provider, linkedAt: instant })
export type Identity = z.infer<typeof identity>

export const identitiesEndpoints = {
  listIdentities: endpoint({
    call: 'GET /auth/identities',
    access: signedIn,
    summary: 'The Google and GitHub accounts that are linked to mine, all on one page',
    answer: listAnswer(identity),
  }),
  removeIdentity: endpoint({
    call: 'DELETE /auth/identities/:provider',
    bound: 'ends',
    access: { ...signedIn, fresh: true } as const,
    summary: 'Remove a link; ends my other sessions. Refused for the last way to sign in',
    params: z.object({ provider }),
    answer: doneAnswer,
    refusals: ['NOT_FOUND', 'LAST_WAY_IN'],
  }),
} as const
