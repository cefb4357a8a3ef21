import * as z from 'zod/mini'
import { apiTokenLimits } from '../limits.ts'
import { scopes } from '../scopes.ts'
import { filledLine, limit } from '../texts.ts'

export const apiTokenForm = z.object({
  /** The name states the token's purpose, such as the program that uses it. */
  name: filledLine('Name is required', apiTokenLimits.nameLength),
  scopes: z.array(z.enum(scopes)).check(
    z.minLength(1, 'Choose at least one'),
    limit(scopes.length),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'must not repeat'),
  ),
  expiresInDays: z._default(
    z.int().check(z.minimum(1), z.maximum(apiTokenLimits.mostDays)),
    apiTokenLimits.usualDays,
  ),
})
