/** These schemas name cohorts in purchases. They are apart from the calls, so that pages that read purchases load no forms. */
import * as z from 'zod/mini'
import { bundleMaxCourses, cartMaxBundles } from '../bundles/bundle-limits.ts'
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

/** Holds a cohort for any course of a purchase, also in bundles. A course that it does not name gets its first open cohort. */
export const chosenCohorts = z
  .array(z.object({ courseId: idInBody, cohortId: idInBody }))
  .check(limit(cartMaxCourses + cartMaxBundles * bundleMaxCourses))
