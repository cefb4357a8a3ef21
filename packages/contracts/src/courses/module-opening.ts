import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { idInBody } from '../endpoint.ts'

/** The module opens 1 to 730 days (two years) after the enrolment. */
export const openingDaysMost = 730

/** Days begin at midnight in Malaysia. A module without a rule opens with the enrolment; null takes its rule away. */
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
  /**
   * Learners finish this item first. It counts only while it is published and stands in an earlier module. In an archive it is the
   * place of the item among those of the course, from 1 on.
   */
  z.object({ afterItem: idInBody }),
])
export type ModuleOpening = z.infer<typeof moduleOpening>
