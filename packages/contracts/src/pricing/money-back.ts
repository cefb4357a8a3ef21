/** Defines a seller's money-back promise. Pages and the refund rule both use this definition. */
import * as z from 'zod/mini'
import { versionRead } from '../edits.ts'
import { instant } from '../endpoint.ts'

/** The values are days after payment in which a buyer may request a refund. 0 means no promise. */
export const moneyBackDays = [0, 7, 14, 30] as const

export const moneyBack = z.object({
  days: z.int(),
  /** A buyer may request a refund while less than this percentage of the course is watched. */
  percent: z.int(),
})
export type MoneyBack = z.infer<typeof moneyBack>

export const sellerMoneyBack = z.object({
  ...moneyBack.shape,
  /** Null means that the seller has not chosen. The default applies then. */
  chosenAt: z.nullable(instant),
  version: versionRead,
})
export type SellerMoneyBack = z.infer<typeof sellerMoneyBack>

export const moneyBackForm = z.object({
  days: z.literal(moneyBackDays, { error: 'Choose none, 7, 14 or 30 days' }),
  percent: z
    .int('Enter a whole percentage from 1 to 100')
    .check(
      z.minimum(1, 'Enter a whole percentage from 1 to 100'),
      z.maximum(100, 'Enter a whole percentage from 1 to 100'),
    ),
})

export type MoneyBackForm = z.infer<typeof moneyBackForm>
