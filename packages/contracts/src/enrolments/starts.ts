/** These schemas name cohorts in purchases. They are apart from the calls, so that pages that read purchases load no forms. */
import * as z from 'zod/mini'
import { idInBody } from '../endpoint.ts'
import { cartMaxCourses } from '../limits.ts'
import { limit } from '../texts.ts'

export const startOfCourse = z.object({
  id: z.int(),
  name: z.string(),
  /** The day is in Malaysia. */
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
})
export type StartOfCourse = z.infer<typeof startOfCourse>

/** A course with cohorts gets its first open cohort when this list does not name it. */
export const chosenCohorts = z
  .array(z.object({ courseId: idInBody, cohortId: idInBody }))
  .check(limit(cartMaxCourses))

/**
 * Lists the courses that the buyer was shown without a start: `5_6`. If such a course would now get a cohort, the purchase or enrolment is
 * refused (409 COHORT_CHOICE_NEEDED).
 */
export const startsAgreed = {
  atOnce: z.optional(z.string().check(limit(800), z.regex(/^\d{1,15}(?:_\d{1,15})*$/))),
}

/** Maps each course to the chosen cohort, and to null when the course was shown without a start. */
export const askedStarts = (
  chosen: readonly { courseId: number; cohortId: number }[],
  atOnce: string | undefined,
): ReadonlyMap<number, number | null> =>
  new Map<number, number | null>([
    ...(atOnce?.split('_') ?? []).map((id) => [Number(id), null] as const),
    ...chosen.map(({ courseId, cohortId }) => [courseId, cohortId] as const),
  ])
