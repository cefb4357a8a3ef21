/** Days, months and times as text. The database has no year 0. */
import * as z from 'zod/mini'

const hasYear = (text: string): boolean => !text.startsWith('0000')

/** yyyy-MM-dd. */
export const dayText = (message = 'must be a day like 2026-12-31') =>
  z.iso.date(message).check(z.refine(hasYear, message))

/** Days in Malaysia, both included; absent: unlimited. */
export const withinDays = z.object({ from: z.optional(dayText()), to: z.optional(dayText()) })

/** yyyy-MM. */
export const monthText = z
  .string()
  .check(
    z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11'),
    z.refine(hasYear, 'must be a month like 2026-11'),
  )

const momentMessage = 'must be a time like 2026-12-31T16:00:00Z'
/** ISO 8601 with a zone. */
export const momentText = z.iso
  .datetime({ offset: true, error: momentMessage })
  .check(z.refine(hasYear, momentMessage))
