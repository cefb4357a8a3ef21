/** Other programs use these tokens to make calls for a person (docs/decisions/integrations.md). */
import * as z from 'zod/mini'
import type { AccessRule } from '../access.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { scopes } from '../scopes.ts'
import { apiTokenForm } from './api-tokens.forms.ts'

export const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The last four characters identify the token to its owner. */
  endsWith: z.string(),
  /** The token has the rights of this person. */
  owner: z.object({ id: z.int(), name: z.nullable(z.string()) }),
  createdAt: instant,
  expiresAt: instant,
  hasEnded: z.boolean(),
  /** True disables the token: its owner must have a second factor, and the token was created in a session without one. */
  lacksSecondFactor: z.boolean(),
  /** The time is rounded to the hour; null means that the token has not been used. */
  lastUsedAt: z.nullable(instant),
})
export type ApiToken = z.infer<typeof apiToken>

const keeper = { kind: 'role', capability: 'apiTokens.keep' } as const satisfies AccessRule<unknown>

export const apiTokensEndpoints = {
  listApiTokens: endpoint({
    call: 'GET /api-tokens',
    access: keeper,
    summary: 'One’s own API tokens; for an admin those of the business',
    query: z.object(pageQuery),
    answer: listAnswer(apiToken),
  }),
  createApiToken: endpoint({
    call: 'POST /api-tokens',
    bound: { refusedBy: 'TOO_MANY_API_TOKENS' },
    access: { ...keeper, fresh: true },
    summary: 'Make a token; this answer is the only one that has it',
    body: apiTokenForm,
    answer: answerOf(z.object({ ...apiToken.shape, token: z.string() })),
    status: 201,
    refusals: ['TOO_MANY_API_TOKENS'],
  }),
  revokeApiToken: endpoint({
    call: 'DELETE /api-tokens/:id',
    bound: 'ends',
    // The service answers 404 for another person's token, unless an admin of that person's business asks.
    access: keeper,
    summary: 'End a token at once',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
} as const
