/** Which learners of a course something is for: everybody, one cohort, or those without one (docs/decisions/course-openings.md). */
import * as z from 'zod/mini'
import { idInBody } from '../endpoint.ts'

/** As it is asked for: everybody, learners without a cohort, or the id of a cohort. */
export const audienceChoice = z.union([z.literal('everybody'), z.literal('without-cohort'), idInBody])
export type AudienceChoice = z.infer<typeof audienceChoice>

/** A part of the learners. */
export const audience = z.object({
  /** Null: those without a cohort. */
  cohortId: z.nullable(z.int()),
  /** Null: those without a cohort. */
  cohortName: z.nullable(z.string()),
  /** The cohort was removed: only the people of the course see it. */
  isRemoved: z.boolean(),
})
export type Audience = z.infer<typeof audience>
