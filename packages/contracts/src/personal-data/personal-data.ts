import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { answerOf, endpoint } from '../endpoint.ts'

export const personalDataEndpoints = {
  exportOwnData: endpoint({
    call: 'POST /auth/exports',
    bound: 'counted',
    access: { ...signedIn, fresh: true },
    summary: 'An address from which the caller downloads a copy of their own data, within five minutes',
    body: z.object({
      /** Sets the language of the overview in the archive. Without a value, the account's language applies. */
      language: z.optional(z.enum(languages)),
    }),
    answer: answerOf(z.object({ url: z.string(), name: z.string() })),
    status: 201,
    refusals: ['DATA_EXPORT_RUNNING', 'TOO_MANY_ATTEMPTS'],
  }),
} as const
