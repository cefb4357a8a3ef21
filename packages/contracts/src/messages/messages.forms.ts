import * as z from 'zod/mini'
import { accountEmailField, nameField } from '../accounts/accounts.forms.ts'
import { messageMaxLength } from '../limits.ts'
import { atMost, filledText } from '../texts.ts'

/** The pages /contact, /contact-support, /testimonials and /partners send one topic each. */
export const messageTopics = ['contact', 'support', 'testimonial', 'partner'] as const
export type MessageTopic = (typeof messageTopics)[number]

export const messageForm = z.object({
  name: nameField,
  email: accountEmailField,
  text: filledText('Message is required', messageMaxLength),
  /** The hidden field is a honeypot that only programs fill in. */
  website: z.optional(z.string().check(atMost(200))),
})
