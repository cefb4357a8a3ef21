import * as z from 'zod/mini'
import { parseRinggit } from '@apogee/domain/typed-ringgit.ts'
import { dayText } from '../calendar-text.ts'
import { atMost } from '../text-length.ts'

const optionalText = (max: number) => z.string().check(z.trim(), atMost(max))

/** The seller's name and address on receipts. */
export const receiptDetailsForm = z.object({
  legalName: z
    .string('Legal name is required')
    .check(z.trim(), z.minLength(1, 'Legal name is required'), atMost(200)),
  registrationNumber: optionalText(60),
  sstNumber: optionalText(40),
  address: optionalText(500),
})

export const transferKinds = ['payout', 'payment_in'] as const

const transferFields = {
  reference: z
    .string('Bank reference is required')
    .check(z.trim(), z.minLength(1, 'Bank reference is required'), atMost(80)),
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
  reason: z
    .string('A reason is required')
    .check(z.trim(), z.minLength(1, 'A reason is required'), atMost(200)),
})
