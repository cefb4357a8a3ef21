/** Cohorts as purchases name them. Apart from the calls, so that pages which read purchases load no forms. */
import * as z from 'zod/mini'
import { idInBody } from '../endpoint.ts'
import { cartMaxCourses } from '../limits.ts'

/** A cohort that a learner is in or will be in. */
export const startOfCourse = z.object({
  id: z.int(),
  name: z.string(),
  /** Days in Malaysia. */
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
})
export type StartOfCourse = z.infer<typeof startOfCourse>

/** Of courses with cohorts; of one that is not named, the first open cohort is taken. */
export const chosenCohorts = z
  .array(z.object({ courseId: idInBody, cohortId: idInBody }))
  .check(z.maxLength(cartMaxCourses))
