import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'

/** Days after the enrolment on which a module opens: at least one, two years at most. */
export const openingDaysMost = 730

/** When a module opens to learners. Days begin at midnight in Malaysia. */
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
