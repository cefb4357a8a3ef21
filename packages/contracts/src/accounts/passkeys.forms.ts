import * as z from 'zod/mini'
import { passkeyLimits } from '../limits.ts'
import { atMost } from '../text-length.ts'

export const passkeyForm = z.object({
  /** Tells one passkey of a person from the others. */
  name: z.string().check(
    z.trim(),
    z.refine((value) => value !== '', { error: 'Name is required', abort: true }),
    atMost(passkeyLimits.nameLength),
  ),
})
