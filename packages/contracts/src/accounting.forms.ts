import * as z from 'zod/mini'
import { atMost } from './text-length.ts'

const optionalText = (max: number) => z.string().check(z.trim(), atMost(max))

/** What stands for the seller on receipts. */
export const receiptDetailsForm = z.object({
  legalName: z
    .string('Legal name is required')
    .check(z.trim(), z.minLength(1, 'Legal name is required'), atMost(200)),
  registrationNumber: optionalText(50),
  sstNumber: optionalText(50),
  address: optionalText(500),
})

export const transferKinds = ['payout', 'payment_in'] as const

/** Money that went from bank to bank between the platform and a seller, entered by hand. */
export const transferForm = z.object({
  kind: z.enum(transferKinds),
  /** Sen. */
  amount: z.int('Please enter an amount').check(z.positive('Please enter an amount')),
  reference: z
    .string('The bank’s reference is required')
    .check(z.trim(), z.minLength(1, 'The bank’s reference is required'), atMost(100)),
  /** The day the bank moved it, in Kuala Lumpur. */
  paidOn: z.iso.date('Please choose the day'),
})

export const reversalForm = z.object({
  reason: z
    .string('A reason is required')
    .check(z.trim(), z.minLength(1, 'A reason is required'), atMost(200)),
})
