/** The rules for the profile of a business are the same on both sides. */
import * as z from 'zod/mini'
import { businessFields } from '../accounts/accounts.forms.ts'
import { atMost, text } from '../texts.ts'

/** The address has a dotted host name and no user before it. */
const webAddress = z.url({ protocol: /^https?$/, hostname: /^[^.]+(\.[^.]+)+$/ })
const isWebAddress = (value: string): boolean =>
  webAddress.safeParse(value).success && !/^https?:\/\/[^/?#]*@/i.test(value)

/** Sales pages link to the website; '' means none. */
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
  /** '' means that no description exists. */
  description: text(2000),
  website,
  /** True means that sales pages show e-mail, phone and address. */
  showsContact: z.boolean(),
})
export type BusinessProfileForm = z.infer<typeof businessProfileForm>
