/** Defines a seller's money-back promise. Pages and the refund rule both use this definition. */
import * as z from 'zod/mini'
import { versionRead } from '../edits.ts'
import { instant } from '../endpoint.ts'
import { limit } from '../texts.ts'

/** A buyer may request a refund for this number of days after the payment. 0 means no promise. */
export const moneyBackDays = [0, 7, 14, 30] as const

export const moneyBack = z.object({
  days: z.int(),
  /** A refund may be requested while less than this percentage of the course is watched. */
  percent: z.int(),
})
export type MoneyBack = z.infer<typeof moneyBack>

export const sellerMoneyBack = z.object({
  ...moneyBack.shape,
  /** Null means that the seller has not chosen, so the default promise applies. */
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

const percentText = /^([1-9]\d?|100)$/

const wholePercent = 'Enter a whole percentage from 1 to 100'

/** Holds the promise as typed: a choice from a list, and a percentage as text. */
export const moneyBackSettings = z.object({
  days: z.string(),
  percent: z.string().check(z.trim(), limit(3, wholePercent), z.regex(percentText, wholePercent)),
})
