/** Purchases name cohorts by these schemas. They are separate from the calls, so that pages that read purchases load no forms. */
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

/** A course with cohorts that is not named gets its first open cohort. */
export const chosenCohorts = z
  .array(z.object({ courseId: idInBody, cohortId: idInBody }))
  .check(limit(cartMaxCourses))

/**
 * The courses that were shown without a start: `5_6`. Where a cohort would be taken, it is refused (409 COHORT_CHOICE_NEEDED).
 */
export const startsAgreed = {
  atOnce: z.optional(z.string().check(limit(800), z.regex(/^\d{1,15}(?:_\d{1,15})*$/))),
}

/** Returns the chosen cohort by course, and null for a course that was shown without a start. */
export const askedStarts = (
  chosen: readonly { courseId: number; cohortId: number }[],
  atOnce: string | undefined,
): ReadonlyMap<number, number | null> =>
  new Map<number, number | null>([
    ...(atOnce?.split('_') ?? []).map((id) => [Number(id), null] as const),
    ...chosen.map(({ courseId, cohortId }) => [courseId, cohortId] as const),
  ])
