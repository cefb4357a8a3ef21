import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { filledLine } from '../texts.ts'

export const cohortLimits = {
  name: 80,
  places: 100_000,
  /** A course has at most this number of cohorts. Removed cohorts do not count. */
  cohorts: 200,
  /** The sales page shows the number of free places only if it is at most this. */
  fewPlaces: 10,
  /** One call moves at most this number of learners. */
  moved: 200,
} as const

const placesMessage = `Please enter a whole number from 1 to ${cohortLimits.places}`

/** Days are days in Malaysia. `closesOn` is the last day on which people may choose the cohort. */
export const cohortForm = z.object({
  name: filledLine('Name is required', cohortLimits.name),
  startsOn: dayText(),
  /** Null means that the cohort has no end. */
  endsOn: z.nullable(dayText()),
  /** Null means that the places are unlimited. */
  places: z.nullable(
    z.int(placesMessage).check(z.minimum(1, placesMessage), z.maximum(cohortLimits.places, placesMessage)),
  ),
  closesOn: dayText(),
})
export type CohortForm = z.infer<typeof cohortForm>
