import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { filledLine } from '../texts.ts'

export const cohortLimits = {
  name: 80,
  places: 100_000,
  /** Of one course, without removed ones. */
  cohorts: 200,
  /** So few places are named on the sales page. */
  fewPlaces: 10,
  /** Learners who are moved at once. */
  moved: 200,
} as const

const placesMessage = `Please enter a whole number from 1 to ${cohortLimits.places}`

/** Days are those of Malaysia. `closesOn`: the last day on which people may choose it. */
export const cohortForm = z.object({
  name: filledLine('Name is required', cohortLimits.name),
  startsOn: dayText(),
  /** Null: without an end. */
  endsOn: z.nullable(dayText()),
  /** Null: without a limit. */
  places: z.nullable(
    z.int(placesMessage).check(z.minimum(1, placesMessage), z.maximum(cohortLimits.places, placesMessage)),
  ),
  closesOn: dayText(),
})
export type CohortForm = z.infer<typeof cohortForm>
