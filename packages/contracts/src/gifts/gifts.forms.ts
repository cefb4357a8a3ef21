import * as z from 'zod/mini'
import { languages } from '@apogee/domain/languages.ts'
import { isEmailAddress } from '../email-address.ts'
import { dayText } from '../calendar-text.ts'
import { emailMaxLength } from '../limits.ts'
import { filledLine, limit, text } from '../texts.ts'
import { giftMessageMaxLength } from './gift-limits.ts'

const emailMessage = 'Please enter a valid email address'

/** Holds to whom a gift goes, as typed. */
export const giftForm = z.object({
  recipientName: filledLine('Please enter the name of the recipient', 60),
  /** An empty text means that the buyer hands the card or the link over, and that nothing is mailed. */
  recipientEmail: z.string().check(
    z.trim(),
    limit(emailMaxLength, emailMessage),
    z.refine((address) => address === '' || isEmailAddress(address), emailMessage),
  ),
  message: text(giftMessageMaxLength),
  /** Holds the language of the mail and the card. */
  language: z.enum(languages),
  /** Holds the day in Malaysia on which the gift is mailed. Null means at once. */
  sendOn: z.nullable(dayText('Please choose a day')),
})
export type GiftForm = z.infer<typeof giftForm>
