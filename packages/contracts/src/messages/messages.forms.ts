import * as z from 'zod/mini'
import { accountEmailField, nameField, text } from '../accounts/accounts.forms.ts'
import { messageMaxLength } from '../limits.ts'
import { atMost } from '../text-length.ts'

/** What a message to the platform is about: /contact, /contact-support, /testimonials, /partners. */
export const messageTopics = ['contact', 'support', 'testimonial', 'partner'] as const
export type MessageTopic = (typeof messageTopics)[number]

/** What a person writes in any of the forms. */
export const messageForm = z.object({
  name: nameField,
  email: accountEmailField,
  text: text('Message is required', messageMaxLength),
  /** A field that people do not see and programs fill in. */
  website: z.optional(z.string().check(atMost(200))),
})
