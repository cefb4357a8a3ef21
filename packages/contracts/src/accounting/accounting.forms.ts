import * as z from 'zod/mini'
import { parseRinggit } from '@apogee/domain/typed-ringgit.ts'
import { dayText } from '../calendar-text.ts'
import { filledLine, filledText, line, text } from '../texts.ts'

/** The seller's name and address on receipts. */
export const receiptDetailsForm = z.object({
  legalName: filledLine('Legal name is required', 200),
  registrationNumber: line(60),
  sstNumber: line(40),
  address: text(500),
})

export const transferKinds = ['payout', 'payment_in'] as const

const transferFields = {
  reference: filledLine('Bank reference is required', 80),
  /** The day of the bank transfer, in Kuala Lumpur. */
  paidOn: dayText('Please choose the date'),
}

/** Of a transfer whose amount is settled. */
export const transferDetailsForm = z.object(transferFields)

/** A bank transfer between the platform and a seller, entered by hand. */
export const transferForm = z.object({
  ...transferFields,
  kind: z.enum(transferKinds),
  /** Sen. */
  amount: z.int('Please enter an amount').check(z.positive('Please enter an amount')),
})

/** The same fields as typed. */
export const typedTransferForm = z.object({
  ...transferFields,
  amount: z.string().check(z.refine((typed) => (parseRinggit(typed) ?? 0) > 0, 'Please enter an amount')),
})

export const reversalForm = z.object({
  reason: filledText('A reason is required', 200),
})
