import * as z from 'zod/mini'
import { limit } from '../texts.ts'
import { enteredPassword } from './accounts.forms.ts'

export const confirmForm = z.object({
  password: enteredPassword,
  /** Of the second step, where there is one: as in `secondFactorForm`. */
  code: z.optional(z.string().check(z.trim(), limit(40))),
})
