/** Validates a seller's payout bank account, in the browser and on the server. */
import * as z from 'zod/mini'
import { filledLine, limit, line } from '../texts.ts'

export const otherBank = 'other'
export const malaysianBanks = [
  'Affin Bank',
  'Agrobank',
  'Al Rajhi Bank',
  'Alliance Bank',
  'AmBank',
  'AEON Bank',
  'Bank Islam',
  'Bank Muamalat',
  'Bank of China',
  'Bank Rakyat',
  'Bank Simpanan Nasional',
  'Boost Bank',
  'CIMB Bank',
  'Citibank',
  'GXBank',
  'Hong Leong Bank',
  'HSBC Bank',
  'Kuwait Finance House',
  'Maybank',
  'MBSB Bank',
  'OCBC Bank',
  'Public Bank',
  'RHB Bank',
  'Standard Chartered',
  'UOB Bank',
] as const

const digits = 'Please enter the account number as 5 to 20 digits'

export const payoutBankForm = z
  .object({
    bank: z.enum([...malaysianBanks, otherBank], 'Please choose a bank'),
    /** Holds the name of a bank that the list does not have. It is ignored when the list has the bank. */
    otherBankName: line(120),
    /** Spaces and dashes are accepted and not stored. */
    accountNumber: z.string(digits).check(
      limit(60, digits),
      z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '')),
      z.regex(/^\d{5,20}$/, digits),
    ),
    accountHolder: filledLine('Account holder is required', 120),
  })
  .check(
    z.refine(({ bank, otherBankName }) => bank !== otherBank || otherBankName !== '', {
      error: 'Bank name is required',
      path: ['otherBankName'],
    }),
  )
export type PayoutBankForm = z.infer<typeof payoutBankForm>
