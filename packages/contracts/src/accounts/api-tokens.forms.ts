import * as z from 'zod/mini'
import { apiTokenLimits } from '../limits.ts'
import { scopes } from '../scopes.ts'
import { atMost } from '../text-length.ts'

export const apiTokenForm = z.object({
  /** What the token is for, such as the name of the program that uses it. */
  name: z.string().check(
    z.trim(),
    z.refine((value) => value !== '', { error: 'Name is required', abort: true }),
    atMost(apiTokenLimits.nameLength),
  ),
  scopes: z.array(z.enum(scopes)).check(
    z.minLength(1, 'Choose at least one'),
    z.maxLength(scopes.length),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'must not repeat'),
  ),
  expiresInDays: z._default(
    z.int().check(z.minimum(1), z.maximum(apiTokenLimits.mostDays)),
    apiTokenLimits.usualDays,
  ),
})
