/** Validates the facts that a seller enters for verification, in the browser and on the server. */
import * as z from 'zod/mini'
import { emailField } from '../accounts/accounts.forms.ts'
import { filledLine, limit, text } from '../texts.ts'

/** `company`: Sdn Bhd, Berhad or PLT. `enterprise`: sole proprietor or partnership. `individual`: a person without a business. */
export const sellerKinds = ['company', 'enterprise', 'society', 'individual'] as const
export type SellerKind = (typeof sellerKinds)[number]

export const sellerDocumentPurposes = ['registration', 'bank', 'identity', 'other'] as const
export type SellerDocumentPurpose = (typeof sellerDocumentPurposes)[number]

/** A seller may have `most` files, and each may have `bytes` bytes. */
export const sellerDocumentLimits = { most: 5, bytes: 10 * 1_048_576, perDay: 30 } as const
export const checkNoteMaxLength = 500

/** Returns the number in its stored form: in capitals, and an identity card number without hyphens. */
export function storedNumber(kind: SellerKind, typed: string): string {
  const plain = typed.trim().toUpperCase().replaceAll(/\s+/g, '')
  return kind === 'individual' || /^[\d-]{12,14}$/.test(plain) ? plain.replaceAll('-', '') : plain
}

/** A number of SSM (the companies commission) consists of the year, two digits for the kind of entity, and a running number. */
const newNumber = (kinds: string) => new RegExp(`^(?:19|20)\\d{2}(?:${kinds})\\d{6}$`)
const numberForms: Record<Exclude<SellerKind, 'individual'>, readonly RegExp[]> = {
  // Examples: 202001012345 · 123456-A · LLP0012345-LGN
  company: [newNumber('01|02|04|05|06'), /^\d{1,7}-[A-Z]$/, /^LLP\d{7}-[A-Z]{3}$/],
  // Examples: 202003123456 · SA0123456-X
  enterprise: [newNumber('03'), /^[A-Z]{2}\d{7}-[A-Z0-9]$/],
  // Registrars number in various formats, such as PPM-001-10-01012010.
  society: [/^(?=.*\d)[A-Z0-9/().-]{4,40}$/],
}

/** Checks only the format; a person compares the number with the documents. */
export function isRegistrationNumber(kind: SellerKind, typed: string): boolean {
  const number = storedNumber(kind, typed)
  if (kind === 'individual') return isIdentityNumber(number)
  return numberForms[kind].some((form) => form.test(number))
}

/** The format is YYMMDD, two digits for the place and four more digits. */
function isIdentityNumber(number: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{2})(\d{2})(\d{2})\d{6}$/.exec(number) ?? []
  // The number omits the century, so its day is valid if it exists in 19xx or in 20xx. Only 29 February differs.
  return ['19', '20'].some((century) => isDay(Number(century + year), Number(month), Number(day)))
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return month >= 1 && day >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Holds the messages for numbers that have a wrong format for their kind of seller. */
export const numberProblems: Record<SellerKind, string> = {
  company: 'Please enter the SSM number of the company, such as 202001012345 or 123456-A',
  enterprise: 'Please enter the SSM number of the business, such as 202003123456 or SA0123456-X',
  society: 'Please enter the number on the certificate of registration',
  individual: 'Please enter the 12 digits of your identity card (MyKad)',
}

export const sellerRegistrationForm = z
  .object({
    kind: z.enum(sellerKinds, 'Please choose what you are'),
    legalName: filledLine('Legal name is required', 200),
    registrationNumber: filledLine('Registration number is required', 60),
  })
  .check(
    z.superRefine(({ kind, registrationNumber }, context) => {
      if (!isRegistrationNumber(kind, registrationNumber))
        context.addIssue({ code: 'custom', path: ['registrationNumber'], message: numberProblems[kind] })
    }),
  )
export type SellerRegistrationForm = z.infer<typeof sellerRegistrationForm>

const badPhone = 'Please enter a phone number with area code, such as 03-1234 5678'
export const sellerContactForm = z.object({
  email: emailField,
  phone: filledLine('Phone number is required', 32).check(z.regex(/^\+?[\d\s().-]{7,31}$/, badPhone)),
})
export type SellerContactForm = z.infer<typeof sellerContactForm>

export const contactCodeForm = z.object({
  code: z.string('Please enter the 6 digits').check(
    limit(60, 'Please enter the 6 digits'),
    z.overwrite((typed) => typed.replaceAll(/\s/g, '')),
    z.regex(/^\d{6}$/, 'Please enter the 6 digits'),
  ),
})

const note = text(checkNoteMaxLength)

export const checkDecisionForm = z
  .object({
    outcome: z.enum(['verified', 'returned']),
    /**
     * The seller reads the note of a returned check as the reason. The note of a verified check tells the platform how the check
     * was made.
     */
    note,
  })
  .check(
    z.refine(({ outcome, note: reason }) => outcome !== 'returned' || reason.length >= 10, {
      error: 'Please write what the seller should change, in at least 10 characters',
      path: ['note'],
    }),
  )
export type CheckDecisionForm = z.infer<typeof checkDecisionForm>
