import * as z from 'zod/mini'
import { orderMaxCents } from './limits.ts'

/** A code as somebody types it; upper and lower case are one. Too long to be one: not a code, rather than an error. */
export const typedCode = z.string().check(z.trim(), z.maxLength(64, 'is not a code'))

/** A code as a seller makes it. */
export const newCode = z.string().check(
  z.trim(),
  z.regex(/^[A-Za-z0-9-]{4,32}$/, 'Use 4 to 32 letters, digits or hyphens'),
  z.overwrite((code: string) => code.toUpperCase()),
)

/** Hundredths of a percent. */
export const basisPoints = (least: number) =>
  z
    .int('must be a whole number of hundredths of a percent')
    .check(z.minimum(least, 'is too small'), z.maximum(10_000, 'must be at most 100 %'))

export const couponAmount = z
  .int('must be a whole number of sen')
  .check(z.minimum(1, 'must be at least 1 sen'), z.maximum(orderMaxCents, 'must be at most RM 30,000.00'))

const percentText = /^(\d{1,3})(?:[.,](\d{1,2}))?$/

/**
 * A percentage as a person types it, in hundredths: '8', '2.5' and '2,5' (never 25); null for anything that is not
 * plainly one, and above 100.
 */
export function basisPointsFrom(typed: string): number | null {
  const found = percentText.exec(typed.trim().replace(/\s*%$/, ''))
  if (!found) return null
  const points = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return points <= 10_000 ? points : null
}

/** 250 → '2.5' */
export function percentOf(points: number): string {
  return String(points / 100)
}
