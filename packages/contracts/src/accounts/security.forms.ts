import * as z from 'zod/mini'
import { atMost } from '../text-length.ts'

export const confirmForm = z.object({
  password: z.string('Password is required').check(
    z.refine((value) => value !== '', { error: 'Password is required', abort: true }),
    atMost(1000),
  ),
  /** Of the second step, where there is one: as in `secondFactorForm`. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
})
