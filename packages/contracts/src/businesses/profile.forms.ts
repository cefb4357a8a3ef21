/** The profile of a business; the same rules on both sides. */
import * as z from 'zod/mini'
import { businessFields } from '../accounts/accounts.forms.ts'
import { atMost, text } from '../texts.ts'

/** With a dotted host name and without a user in front of it. */
const webAddress = z.url({ protocol: /^https?$/, hostname: /^[^.]+(\.[^.]+)+$/ })
const isWebAddress = (value: string): boolean =>
  webAddress.safeParse(value).success && !/^https?:\/\/[^/?#]*@/i.test(value)

/** '' for none. Sales pages link to it. */
const website = z.string().check(
  z.trim(),
  atMost(200),
  z.refine(
    (value) => value === '' || isWebAddress(value),
    'Please enter an address that begins with https://',
  ),
)

export const businessProfileForm = z.object({
  ...businessFields,
  /** '' for none. */
  description: text(2000),
  website,
  /** Whether sales pages show e-mail, phone and address. */
  showsContact: z.boolean(),
})
export type BusinessProfileForm = z.infer<typeof businessProfileForm>
