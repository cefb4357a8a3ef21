/** Validates the brand of a seller, in the browser and on the server. */
import * as z from 'zod/mini'
import { limit, line } from '../texts.ts'
import { isSenderName } from './sender-names.ts'

export const brandLimits = { senderName: 50, footer: 160 } as const

/** '' means that the seller has no colour. */
const colour = z.string().check(
  z.trim(),
  limit(7, 'Use a colour such as #3b2fa8'),
  z.overwrite((typed) => typed.toLowerCase()),
  z.refine((typed) => typed === '' || /^#[0-9a-f]{6}$/.test(typed), 'Use a colour such as #3b2fa8'),
)

/** '' means that mails come from the platform. */
const senderName = line(brandLimits.senderName).check(
  z.refine(isSenderName, 'This name could be mistaken for another sender. Please use your own name.'),
)

const isWithoutLinks = (text: string): boolean => !/:\/\/|www\.|@/i.test(text)

export const brandForm = z.object({
  colour,
  senderName,
  footer: line(brandLimits.footer).check(
    z.refine(isWithoutLinks, 'Links and email addresses are not allowed here'),
  ),
  /** True means that answers go to the verified contact address of the seller. */
  repliesToContact: z.boolean(),
})
export type BrandForm = z.infer<typeof brandForm>
