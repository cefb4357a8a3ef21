import * as z from 'zod/mini'
import { accountEmailField, nameField } from '../accounts/accounts.forms.ts'
import { messageMaxLength } from '../limits.ts'
import { atMost, filledText } from '../texts.ts'

/** The subjects of messages to the platform: /contact, /contact-support, /testimonials, /partners. */
export const messageTopics = ['contact', 'support', 'testimonial', 'partner'] as const
export type MessageTopic = (typeof messageTopics)[number]

/** The fields of every contact form. */
export const messageForm = z.object({
  name: nameField,
  email: accountEmailField,
  text: filledText('Message is required', messageMaxLength),
  /** A honeypot: a hidden field that only programs fill in. */
  website: z.optional(z.string().check(atMost(200))),
})
