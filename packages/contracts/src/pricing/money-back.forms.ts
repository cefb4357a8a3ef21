import * as z from 'zod/mini'
import { limit } from '../texts.ts'

const percentText = /^([1-9]\d?|100)$/

const wholePercent = 'Enter a whole percentage from 1 to 100'

/** Holds the promise as typed: a choice from a list, and a percentage as text. */
export const moneyBackSettings = z.object({
  days: z.string(),
  percent: z.string().check(z.trim(), limit(3, wholePercent), z.regex(percentText, wholePercent)),
})
