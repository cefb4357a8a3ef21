import * as z from 'zod/mini'

/** Limits the length of access in days or in months. A course without a length is open for ever. */
export const accessLengthMost = { days: 3650, months: 120 } as const

const whole = (unit: keyof typeof accessLengthMost) =>
  z
    .int(`must be a whole number of ${unit}`)
    .check(
      z.minimum(1, 'must be at least 1'),
      z.maximum(accessLengthMost[unit], `must be at most ${accessLengthMost[unit]}`),
    )

/** The length counts from the enrolment; the access ends with the last day in Malaysia. */
export const accessLength = z.union([
  z.object({ days: whole('days') }),
  z.object({ months: whole('months') }),
])
export type AccessLength = z.infer<typeof accessLength>
