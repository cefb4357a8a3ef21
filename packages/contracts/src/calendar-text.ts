/** Checks the text forms of days, months and instants. The year 0000 is refused, because the database has no year 0. */
import * as z from 'zod/mini'
import { formedText, limit } from './texts.ts'

const hasYear = (text: string): boolean => !text.startsWith('0000')

/** The format is yyyy-MM-dd. */
export const dayText = (message = 'must be a day like 2026-12-31') =>
  z.string(message).check(limit(10, message), z.iso.date(message), z.refine(hasYear, message))

/** Both days are included and are days in Malaysia. Without a day, the range is open on that side. */
export const withinDays = z.object({ from: z.optional(dayText()), to: z.optional(dayText()) })

/** The format is yyyy-MM. */
export const monthText = formedText(7, /^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11').check(
  z.refine(hasYear, 'must be a month like 2026-11'),
)

const momentMessage = 'must be a time like 2026-12-31T16:00:00Z'
/** The format is ISO 8601 with a zone. */
export const momentText = z
  .string(momentMessage)
  .check(
    limit(40, momentMessage),
    z.iso.datetime({ offset: true, error: momentMessage }),
    z.refine(hasYear, momentMessage),
  )
