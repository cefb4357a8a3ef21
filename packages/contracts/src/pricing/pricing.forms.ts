import * as z from 'zod/mini'
import { orderMaxCents } from '../limits.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { limit } from '../texts.ts'

/** Accepts a coupon code in any case. A text that is too long for a code counts as an unknown code, not as an error of the form. */
export const typedCode = z.string().check(z.trim(), limit(64, 'is not a code'))

export const newCode = z.string().check(
  z.trim(),
  limit(32, 'Use 4 to 32 letters, digits or hyphens'),
  z.regex(/^[A-Za-z0-9-]{4,32}$/, 'Use 4 to 32 letters, digits or hyphens'),
  z.overwrite((code: string) => code.toUpperCase()),
)

/** A basis point is a hundredth of a percent. */
export const basisPoints = (least: number) =>
  z
    .int('must be a whole number of hundredths of a percent')
    .check(z.minimum(least, 'is too small'), z.maximum(10_000, 'must be at most 100 %'))

export const couponAmount = z
  .int('must be a whole number of sen')
  .check(z.minimum(1, 'must be at least 1 sen'), z.maximum(orderMaxCents, 'must be at most RM 30,000.00'))

const percentText = /^(\d{1,3})(?:[.,](\d{1,2}))?$/

/** Parses a percentage into basis points: '8', '2.5' and '2,5' (never 25). Returns null for any other text and above 100. */
export function basisPointsFrom(typed: string): number | null {
  const found = percentText.exec(typed.trim().replace(/\s*%$/, ''))
  if (!found) return null
  const points = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return points <= 10_000 ? points : null
}

/** Returns '2.5' for 250 basis points. */
export function percentOf(points: number): string {
  return String(points / 100)
}

const percentField = (least: number, message: string) =>
  z.string().check(z.refine((typed) => (basisPointsFrom(typed) ?? -1) >= least, message))

/** Holds the SST rate contained in a seller's prices, as typed. */
export const taxForm = z.object({
  tax: percentField(0, 'Enter a percentage from 0 to 100, such as 8 or 2.5'),
})
export const feeForm = z.object({
  fee: percentField(0, 'Enter a percentage from 0 to 100, such as 8 or 2.5'),
})

const useLimitField = z
  .string()
  .check(
    z.refine(
      (typed) => typed.trim() === '' || (/^\d{1,7}$/.test(typed.trim()) && inUseLimits(Number(typed))),
      'Enter a whole number from 1 to 1000000, or leave it empty',
    ),
  )
const inUseLimits = (uses: number) => uses >= 1 && uses <= 1_000_000

/** Describes the fields of a coupon that can change later. Times have the format of a date-and-time field, in Kuala Lumpur. */
export const couponChangesForm = z.object({ endsAt: z.string(), maxUses: useLimitField })

export const couponForm = z
  .object({
    code: newCode,
    kind: z.enum(['percent', 'amount']),
    worth: z.string(),
    courseId: z.string(),
    startsAt: z.string(),
    ...couponChangesForm.shape,
    oncePerPerson: z.boolean(),
  })
  .check(
    z.refine(({ kind, worth }) => kind !== 'percent' || (basisPointsFrom(worth) ?? 0) > 0, {
      error: 'Enter a percentage up to 100, such as 10 or 2.5',
      path: ['worth'],
    }),
    z.refine(({ kind, worth }) => kind !== 'amount' || isCouponAmount(parseRinggit(worth)), {
      error: 'Enter an amount up to RM 30,000.00, such as 25 or 25.50',
      path: ['worth'],
    }),
  )
const isCouponAmount = (typed: number | null) => typed !== null && typed >= 1 && typed <= orderMaxCents
