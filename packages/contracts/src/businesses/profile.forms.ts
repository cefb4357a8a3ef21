/** Validates the profile of a business, in the browser and on the server. */
import * as z from 'zod/mini'
import { businessFields } from '../accounts/accounts.forms.ts'
import { atMost, text } from '../texts.ts'

/** The host name needs a dot, and the address must not contain a user name. */
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
  /** '' means that the business has no description. */
  description: text(2000),
  website,
  /** True means that sales pages show e-mail, phone and address. */
  showsContact: z.boolean(),
})
export type BusinessProfileForm = z.infer<typeof businessProfileForm>
