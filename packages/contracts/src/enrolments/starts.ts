/** Cohorts as purchases name them. Apart from the calls, so that pages which read purchases load no forms. */
import * as z from 'zod/mini'
import { idInBody } from '../endpoint.ts'
import { cartMaxCourses } from '../limits.ts'
import { limit } from '../texts.ts'

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
  .check(limit(cartMaxCourses))

/**
 * The courses that were shown without a start: `5_6`. Where a cohort would be taken, it is refused (409 COHORT_CHOICE_NEEDED).
 */
export const startsAgreed = {
  atOnce: z.optional(z.string().check(limit(800), z.regex(/^\d{1,15}(?:_\d{1,15})*$/))),
}

/** The chosen cohort by course, and null where no start was shown. */
export const askedStarts = (
  chosen: readonly { courseId: number; cohortId: number }[],
  atOnce: string | undefined,
): ReadonlyMap<number, number | null> =>
  new Map<number, number | null>([
    ...(atOnce?.split('_') ?? []).map((id) => [Number(id), null] as const),
    ...chosen.map(({ courseId, cohortId }) => [courseId, cohortId] as const),
  ])
