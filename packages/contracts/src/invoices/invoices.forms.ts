/** Validates the forms for selling seats to a company by invoice, in the browser and on the server. */
import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { emailField, nameField } from '../accounts/accounts.forms.ts'
import { dayText } from '../calendar-text.ts'
import { cents, idInBody } from '../endpoint.ts'
import { priceMaxCents } from '../limits.ts'
import { invoiceLimits } from './invoice-limits.ts'
import { atMost, filledLine, limit, line, required } from '../texts.ts'

/** Names must not contain web addresses, because they go into mails to other people. */
const noLink = z.refine<string>((value) => !/:\/\/|www\./i.test(value), {
  error: 'Links are not allowed here',
})

/** An address may have line breaks. */
const addressField = z.string('Address is required').check(
  z.trim(),
  atMost(500),
  required('Address is required'),
  z.refine((value) => !/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]/.test(value), {
    error: 'Control characters are not allowed',
  }),
)

export const invoiceLineForm = z.object({
  courseId: idInBody,
  seats: z
    .int('Seats must be a whole number')
    .check(z.minimum(1, 'At least one seat'), z.maximum(invoiceLimits.seatsPerLine, 'At most 500 seats')),
  /** The price is in sen for one seat, SST included. */
  unitPrice: cents.check(
    z.minimum(0, 'Price must be 0 or greater'),
    z.maximum(priceMaxCents, 'Price must be at most RM 10,000.00'),
  ),
})

export const invoiceBuyerForm = z.object({
  companyName: filledLine('Company name is required', 200).check(noLink),
  registrationNumber: line(60),
  taxNumber: line(40),
  address: addressField,
  contactName: line(120).check(noLink),
  contactEmail: emailField,
  purchaseOrder: line(60),
  dueOn: dayText('Please choose the due date'),
  language: z.enum(languages),
})

export const invoiceForm = z.object({
  ...invoiceBuyerForm.shape,
  lines: z.array(invoiceLineForm).check(
    z.minLength(1, 'Add at least one course'),
    limit(invoiceLimits.lines, 'An invoice holds at most 20 courses'),
    z.refine((lines) => new Set(lines.map(({ courseId }) => courseId)).size === lines.length, {
      error: 'Each course can be on an invoice only once',
    }),
  ),
})

export const invoiceBankForm = z.object({
  bankName: filledLine('Bank name is required', 120),
  accountName: filledLine('Account holder is required', 120),
  accountNumber: filledLine('Account number is required', 40).check(
    z.refine((value) => /^[A-Za-z0-9 -]{5,40}$/.test(value), 'Please enter the account number in digits'),
  ),
})

/** The seller reads these values on the bank statement. */
export const invoicePaymentForm = z.object({
  paidOn: dayText('Please choose the date the money arrived'),
  bankReference: filledLine('Bank reference is required', 120),
})

export const invoiceVoidForm = z.object({ reason: filledLine('A reason is required', 500) })

/** `name` may be empty. Lists then show the address. */
export const seatForm = z.object({
  email: emailField,
  name: z.union([z.literal(''), nameField.check(noLink)]),
})
