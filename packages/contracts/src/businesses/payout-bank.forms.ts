/** The bank account for payouts to a seller; the same rules on both sides. */
import * as z from 'zod/mini'
import { atMost } from '../text-length.ts'

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

const noControl = z.refine<string>((value) => !/[\u0000-\u001f\u007f]/.test(value), {
  error: 'Control characters are not allowed',
})
const digits = 'Please enter the account number as 5 to 20 digits'

export const payoutBankForm = z
  .object({
    bank: z.enum([...malaysianBanks, otherBank], 'Please choose a bank'),
    /** The bank's name if it is not in the list; ignored otherwise. */
    otherBankName: z.string().check(z.trim(), atMost(120), noControl),
    /** Spaces and dashes are accepted and not stored. */
    accountNumber: z.string(digits).check(
      z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '')),
      z.regex(/^\d{5,20}$/, digits),
    ),
    accountHolder: z
      .string('Account holder is required')
      .check(z.trim(), z.minLength(1, 'Account holder is required'), atMost(120), noControl),
  })
  .check(
    z.refine(({ bank, otherBankName }) => bank !== otherBank || otherBankName !== '', {
      error: 'Bank name is required',
      path: ['otherBankName'],
    }),
  )
export type PayoutBankForm = z.infer<typeof payoutBankForm>
