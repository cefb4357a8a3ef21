import * as z from 'zod/mini'
import { limit } from '../texts.ts'
import { enteredPassword } from './accounts.forms.ts'

export const confirmForm = z.object({
  password: enteredPassword,
  /** The code of the second factor, where one exists, has the format of `secondFactorForm`. */
  code: z.optional(z.string().check(z.trim(), limit(40))),
})
