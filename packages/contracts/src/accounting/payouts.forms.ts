import * as z from 'zod/mini'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'

export const typedPayoutForm = z.object({
  amount: z.string().check(z.refine((typed) => (parseRinggit(typed) ?? 0) > 0, 'Please enter an amount')),
})
