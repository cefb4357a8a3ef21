import * as z from 'zod/mini'
import { atMost } from '../text-length.ts'
import { emailField } from './accounts.forms.ts'

const written = (missing: string) =>
  z.string(missing).check(
    z.trim(),
    z.refine((value) => value !== '', { error: missing, abort: true }),
    atMost(500),
  )

export const factorRemovalForm = z.object({
  email: emailField,
  reason: written('A reason is required'),
  identityCheck: written('Say how you checked who this is'),
})
