import * as z from 'zod/mini'
import { filledText } from '../texts.ts'
import { emailField } from './accounts.forms.ts'

export const factorRemovalForm = z.object({
  email: emailField,
  reason: filledText('A reason is required', 500),
  identityCheck: filledText('Say how you checked who this is', 500),
})
