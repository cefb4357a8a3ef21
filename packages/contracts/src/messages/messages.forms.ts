import * as z from 'zod/mini'
import { accountEmailField, nameField } from '../accounts/accounts.forms.ts'
import { messageMaxLength } from '../limits.ts'
import { atMost, filledText } from '../texts.ts'

export const messageForm = z.object({
  name: nameField,
  email: accountEmailField,
  text: filledText('Message is required', messageMaxLength),
  /** The hidden field is a honeypot that only programs fill in. */
  website: z.optional(z.string().check(atMost(200))),
})
