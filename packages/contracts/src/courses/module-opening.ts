import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'

/** The module opens 1 to 730 days (two years) after the enrolment. */
export const openingDaysMost = 730

/** Days begin at midnight in Malaysia. */
export const moduleOpening = z.union([
  z.object({
    afterDays: z
      .int('must be a whole number of days')
      .check(
        z.minimum(1, 'must be at least 1'),
        z.maximum(openingDaysMost, `must be at most ${openingDaysMost}`),
      ),
  }),
  z.object({ on: dayText() }),
])
export type ModuleOpening = z.infer<typeof moduleOpening>
