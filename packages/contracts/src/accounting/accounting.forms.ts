import * as z from 'zod/mini'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { dayText } from '../calendar-text.ts'
import { filledLine, filledText, line, text } from '../texts.ts'

/** Receipts show the seller's name and address. */
export const receiptDetailsForm = z.object({
  legalName: filledLine('Legal name is required', 200),
  registrationNumber: line(60),
  sstNumber: line(40),
  address: text(500),
})

export const transferKinds = ['payout', 'payment_in'] as const

const transferFields = {
  reference: filledLine('Bank reference is required', 80),
  /** The value is the day of the bank transfer in Kuala Lumpur. */
  paidOn: dayText('Please choose the date'),
}

/** Describes a bank transfer without its amount, which is known before the transfer is entered. */
export const transferDetailsForm = z.object(transferFields)

/** Records by hand a bank transfer between the platform and a seller. */
export const transferForm = z.object({
  ...transferFields,
  kind: z.enum(transferKinds),
  /** The amount is in sen. */
  amount: z.int('Please enter an amount').check(z.positive('Please enter an amount')),
})

/** Holds the fields of a transfer as a person has typed them. */
export const typedTransferForm = z.object({
  ...transferFields,
  amount: z.string().check(z.refine((typed) => (parseRinggit(typed) ?? 0) > 0, 'Please enter an amount')),
})

export const reversalForm = z.object({
  reason: filledText('A reason is required', 200),
})
