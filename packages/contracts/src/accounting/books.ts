/** Describes the SST of a seller's books, and the journals that accounting programs import. */
import * as z from 'zod/mini'
import { cents } from '../endpoint.ts'
import { line } from '../texts.ts'

const taxed = z.object({
  /** Holds the value without SST. */
  value: cents,
  tax: cents,
})

/**
 * SST of a period by rate. Amounts are in sen. Refunds and chargebacks are positive when they reduce the sales: a return subtracts them.
 */
export const sstReturn = z.object({
  seller: z.object({ name: z.string(), registrationNumber: z.string(), sstNumber: z.string() }),
  rates: z.array(
    z.object({
      /** 0 means sales without SST. */
      taxBasisPoints: z.int(),
      sales: taxed,
      refunds: taxed,
      /**
       * Holds what banks took back, less what they returned because the seller won. It is negative if more was returned in the period
       * than taken back.
       */
      chargebacks: taxed,
    }),
  ),
  /** Holds the tax of all rates, less that of refunds and chargebacks. */
  tax: cents,
})
export type SstReturn = z.infer<typeof sstReturn>

export const journalPrograms = ['sql-accounting', 'autocount', 'xero', 'quickbooks'] as const
export type JournalProgram = (typeof journalPrograms)[number]

/** A book has these accounts. A journal names an account of the accounting program for each. */
export const ledgerAccounts = [
  'sales',
  'tax',
  'fee',
  'platform',
  'provider',
  'bank',
  'held',
  'payable',
  'fee_income',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

export const longestAccountCode = 60
const code = z.optional(line(longestAccountCode))

/** Holds the seller's codes or names of accounts. Without one, files contain our name of the account. */
export const journalCodes = z.object({
  sales: code,
  tax: code,
  fee: code,
  platform: code,
  provider: code,
  bank: code,
  held: code,
  payable: code,
  fee_income: code,
})
export type JournalCodes = z.infer<typeof journalCodes>
